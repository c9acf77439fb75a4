"""What SimBa raises; each message is one line that says what is wrong and what to do."""


class SimbaError(Exception):
    """Base of all errors that a user can mend; the command line shows them without a traceback."""


class RuleError(SimbaError):
    """A rule or dictionary file is unreadable or wrong; the message names file and line."""


class KnowledgeBaseError(SimbaError):
    """A knowledge base folder is missing, foreign, half-built or of another format."""


class SourceError(SimbaError):
    """A file of triples, questions or answers cannot be read."""


class EndpointError(SimbaError):
    """A SPARQL endpoint cannot be reached or does not answer as one; the message has its URL."""
