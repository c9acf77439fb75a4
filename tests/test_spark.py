"""Questions on a real Spark cluster: a master and two workers, each a process."""

from __future__ import annotations

import json
import os
import shutil
import sys
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from click.testing import Result
from commands import invoke
from fault_proxy import FaultProxy, Handler, forward
from waiting import until

from simba import Simba
from simba.common.cache import private_folder
from simba.endpoint import EndpointSettings
from simba.errors import SimbaError
from simba.grammar import compiling
from simba.grammar.programs import Programs
from simba.spark import answers, batch
from simba.spark.answer_columns import FIELDS
from simba.spark.sessions import session
from simba.spark.shipping import kept, take_in

KUTUZOV, FRANCE = "Где похоронен Кутузов?", "столица Франции"
QUESTIONS = [KUTUZOV, FRANCE, "Как дела?", "Когда родился Кутузов?", "Каково население Франции?"]
needs_spark = [
    pytest.mark.slow,
    pytest.mark.skipif(
        shutil.which("java") is None, reason="no Java here: apt install openjdk-17-jre-headless"
    ),
]


@pytest.fixture(scope="module")
def spark(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Any]:
    """A session on the cluster, with the cluster as ``spark.cluster``."""
    pytest.importorskip("pyspark", reason="no Spark here: pip install -e '.[spark]'")
    from spark_cluster import QUICKLY, cluster

    with pytest.MonkeyPatch.context() as patch, cluster(tmp_path_factory.mktemp("spark"), workers=2) as made:
        patch.setenv("SPARK_LOCAL_IP", "127.0.0.1")
        patch.setenv("PYSPARK_SUBMIT_ARGS", f"{QUICKLY} pyspark-shell")
        patch.setenv("SIMBA_TODAY", "2001-12-31")
        with session(made.url) as spark:
            spark.cluster = made
            executors = spark.sparkContext._jsc.sc().getExecutorMemoryStatus
            until(lambda: executors().size() == 3, every=0.1)  # the driver counts as one
            yield spark


def asked(number: int) -> list[dict[str, Any]]:
    return [{"uid": 7 * n, "question_text": QUESTIONS[n % 5] + " " * (n // 5)} for n in range(number)]


def written(path: Path, questions: list[dict[str, Any]]) -> Path:
    path.write_text(json.dumps(questions), encoding="utf-8")
    return path


def run(*arguments: object) -> Result:
    return invoke("batch", *arguments)


def lines_in(folder: Path) -> list[bytes]:
    return [line for path in sorted(folder.glob("part=*/*.txt")) for line in path.read_bytes().splitlines()]


class TestCluster:
    pytestmark = needs_spark

    def test_a_column_of_answers(self, spark: Any, kb: Path, rules: Path, tmp_path: Path) -> None:
        """With a knowledge base that workers can only have been sent."""
        own = shutil.copytree(kb, tmp_path / "kb")
        simba = Simba(own, rules=(rules,))
        rows = [(n, question) for n, question in enumerate([*QUESTIONS, None])]
        questions = spark.createDataFrame(rows, "n INT, question STRING").repartition(3)
        told = answers(questions, simba, shipped=True)
        own.rename(tmp_path / "moved")
        found = {row.n: row.answer for row in told.collect()}
        here = Simba(tmp_path / "moved", rules=(rules,))
        for n, question in enumerate(QUESTIONS):
            expected = here.answer(question).as_dict()
            answer = found[n].asDict(recursive=True)
            assert answer.keys() == FIELDS.keys()
            for value in answer["answers"]:  # a column has all fields
                assert [value.pop(name) for name in ("unit", "precision", "country", "properties")]
            plain = [
                {name: value[name] for name in ("type", "value", "datatype", "label")}
                for value in expected["answers"]
            ]
            assert {**answer, "answers": plain} == {
                **{name: expected.get(name) for name in FIELDS},
                "answers": plain,
            }
        assert [found[n].status for n in range(5)] == [
            "answered",
            "answered",
            "abstained",
            "answered",
            "answered",
        ]
        assert found[5] is None

        compiled = {path.name for path in spark.cluster.cache.iterdir()}
        assert {path.name for path in kept(simba)} <= compiled, "no worker compiles rules"

    def test_limits_of_an_endpoint_hold_for_the_whole_job(
        self, spark: Any, kb: Path, rules: Path, proxy: FaultProxy
    ) -> None:
        """While there are two workers."""
        times: list[float] = []

        def slow(request: Handler) -> None:
            times.append(time.monotonic())
            request.server.closing.wait(0.2)
            forward(request)

        def ask(number: int, **limits: Any) -> None:
            settings = EndpointSettings(proxy.url, retries=0, timeout=60, time_limit=600, **limits)
            rows = [(item["question_text"],) for item in asked(number)]
            questions = spark.createDataFrame(rows, "question STRING").repartition(6)
            told = answers(questions, Simba(kb, rules=(rules,), endpoint=settings)).collect()
            assert {row.answer.status for row in told} == {"answered", "abstained"}

        proxy.always = slow
        ask(20, in_flight=2)
        assert proxy.most_at_once == 2
        assert len(times) > 10, "else they come too seldom for a limit"
        proxy.always, before = None, len(proxy.seen)
        begun = time.monotonic()
        ask(40, rate=10)
        assert time.monotonic() - begun >= (len(proxy.seen) - before) / 10 - 1

    def test_a_worker_that_is_killed_loses_nothing(self, spark: Any, kb: Path, tmp_path: Path) -> None:
        """And a batch that is stopped goes on with what is left."""
        source = written(tmp_path / "rubq.json", asked(100))
        expected = sorted(run(source, "--kb", kb).stdout_bytes.splitlines())
        out, steps = tmp_path / "out", []

        def kill(questions: int) -> None:
            steps.append(questions)
            if len(steps) == 1:
                spark.cluster.kill_worker()
            if len(steps) == 4:
                raise KeyboardInterrupt

        simba = Simba(kb)
        with pytest.raises(KeyboardInterrupt):
            batch(spark, str(source), str(out), simba, part=10, done=kill)
        before = {path: path.stat().st_mtime_ns for path in out.glob("part=*/*.txt")}
        assert 4 <= len(before) < 10
        hurt = min(before)  # as an interrupted copy leaves it
        hurt.write_bytes(hurt.read_bytes()[:1000])
        (hurt.parent / f".{hurt.name}.crc").unlink()

        known = []
        totals = batch(
            spark, str(source), str(out), simba, resume=True, begun=lambda *numbers: known.append(numbers)
        )
        assert known == [(100, 10 * len(before) - 10)]
        assert totals == {"answered": 80, "abstained": 20}
        assert sorted(lines_in(out)) == expected
        after = {path: path.stat().st_mtime_ns for path in out.glob("part=*/*.txt")}
        assert {path for path in before if after.get(path) == before[path]} == before.keys() - {hurt}
        again = run(source, "--kb", kb, "--master", spark.cluster.url, "--to", out)
        assert (again.exit_code, again.stderr) == (
            2,
            f"simba: {out} exists: continue it with --resume, or name another folder\n",
        )

    def test_what_is_read_and_written(self, spark: Any, kb: Path, tmp_path: Path) -> None:
        sources = ["--kb", kb]
        cluster = [*sources, "--master", spark.cluster.url]
        text = tmp_path / "lines.txt"
        text.write_bytes(
            "\ufeff".encode() + "\r\n".join([*QUESTIONS, "", '\x00 "\\ \u2028']).encode() + b"\n\n"
        )
        done = run(text, *cluster, "--to", tmp_path / "text")
        assert (done.exit_code, done.stdout, done.stderr) == (0, "", "")
        assert lines_in(tmp_path / "text") == run(text, *sources).stdout_bytes.splitlines()

        questions = asked(5)
        expected = run(written(tmp_path / "rubq.json", questions), *sources).stdout_bytes.splitlines()
        rows = spark.createDataFrame(
            [(q["question_text"], q["uid"]) for q in questions], "question STRING, uid INT"
        )
        rows.coalesce(1).write.parquet(f"{tmp_path}/rows.parquet")
        done = run(tmp_path / "rows.parquet", *cluster, "--to", tmp_path / "from-parquet")
        assert done.exit_code == 0
        assert lines_in(tmp_path / "from-parquet") == expected

        lines = tmp_path / "rows.jsonl"
        lines.write_text("".join(f"{json.dumps(question)}\n" for question in questions))
        hasty = [*cluster, "--time-limit", "1e-9", "--to", tmp_path / "told.parquet"]
        done = run(lines, *hasty)
        assert done.exit_code == 3
        assert done.stderr.startswith(
            "simba: 5 questions: 0 answered, 0 abstained, 5 failed; --to FILE --resume"
        )
        told = spark.read.parquet(f"{tmp_path}/told.parquet").collect()
        assert {(row.id, row.question, row.status, row.reason) for row in told} == {
            (str(question["uid"]), question["question_text"], "error", "timeout") for question in questions
        }
        assert all("--time-limit" in row.error for row in told)
        assert run(lines, *cluster, "--to", tmp_path / "told.parquet", "--resume").exit_code == 0
        told = spark.read.parquet(f"{tmp_path}/told.parquet").collect()
        assert {row.id: row.answers[0].label for row in told if row.answers}["7"] == "Париж"

        (tmp_path / "latin.txt").write_bytes(b"caf\xe9\n")
        (tmp_path / "other.jsonl").write_text('{"text": "?"}\n')
        with (
            pytest.raises(SimbaError, match=r"^/none: no such knowledge base folder; build one"),
            session(spark.cluster.url) as same,
        ):
            batch(same, str(lines), f"{tmp_path}/no-kb", kb="/none")
        for name, problem in {
            "latin.txt": "not UTF-8 (1 of 1 lines)",
            "other.jsonl": 'no column "question" (or "question_text") of texts',
            "missing.txt": "Path does not exist",
        }.items():
            done = run(tmp_path / name, *cluster, "--to", tmp_path / "none")
            assert done.exit_code == 2
            assert problem in done.stderr
            assert done.stderr.count("\n") == 1
            assert not (tmp_path / "none").exists()


def test_what_was_compiled_is_taken_over(
    kb: Path, rules: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(compiling, "_PROGRAMS", Programs())  # as in a process that has compiled nothing yet
    compiling.compile_pattern.cache_clear()
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "driver"))
    (tmp_path / "archive" / "cache").mkdir(parents=True)
    paths = kept(Simba(kb, rules=(rules,)))
    assert len(paths) == 2
    for path in paths:
        Path(shutil.copy(path, tmp_path / "archive" / "cache")).chmod(0o664)
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "worker"))
    take_in(tmp_path / "archive")
    assert {path.name for path in (tmp_path / "worker" / "simba").iterdir()} == {path.name for path in paths}

    monkeypatch.setattr(tempfile, "tempdir", os.devnull)  # nothing can be written there
    monkeypatch.setenv("XDG_CACHE_HOME", os.devnull)
    take_in(tmp_path / "archive")
    assert {path.name for path in private_folder().iterdir()} == {path.name for path in paths}


def test_what_is_missing_is_said_in_a_line(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "questions.txt").write_text(KUTUZOV)
    command = [tmp_path / "questions.txt", "--master", "local[2]"]
    done = run(*command)
    assert (done.exit_code, "--master needs --to" in done.stderr) == (2, True)
    command += ["--to", tmp_path / "out"]
    monkeypatch.setenv("PATH", "")
    monkeypatch.delenv("JAVA_HOME", raising=False)
    if "pyspark" in sys.modules:
        assert run(*command).stderr == (
            "simba: Spark needs Java 17 or later: apt-get install openjdk-17-jre-headless, or set $JAVA_HOME\n"
        )
    monkeypatch.setitem(sys.modules, "pyspark", None)
    assert run(*command).stderr == "simba: pyspark not installed; in the checkout: pip install '.[spark]'\n"
    assert "is not for --master" in run(*command, "--jobs", "2").stderr
