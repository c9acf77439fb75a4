"""Judging a candidate: does it answer the question?"""

from simba.judging.connections import Connections, KnownConnections, StoredConnections
from simba.judging.judgement import Connection, Judgement, Verdict
from simba.judging.judging import Concluded, judge_by_facts, judge_by_graph, judgement_of
from simba.judging.witness import Witness, witness

__all__ = [
    "Concluded",
    "Connection",
    "Connections",
    "Judgement",
    "KnownConnections",
    "StoredConnections",
    "Verdict",
    "Witness",
    "judge_by_facts",
    "judge_by_graph",
    "judgement_of",
    "witness",
]
