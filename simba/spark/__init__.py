"""Questions by the million, on a Spark cluster (extra ``spark``: pyspark 4, with Java 17).

from simba.spark import answers
answers(spark.read.parquet("questions.parquet")).write.parquet("answers.parquet")
"""

from simba.spark.answer_columns import ANSWER
from simba.spark.frames import answers
from simba.spark.partwise import batch

__all__ = ["ANSWER", "answers", "batch"]
