"""Questions that the page offers to try; the embedded knowledge base answers them."""

EXAMPLES = (
    "Где похоронен Кутузов?",
    "Кто написал «Войну и мир»?",
    "Столица Франции",
    "Когда родился Пушкин?",
    "На каких языках говорят в Швейцарии?",
    "Какая высота Эвереста?",
)
