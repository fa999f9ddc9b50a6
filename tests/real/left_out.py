"""The nodes of the real models that stay with the interpreter, each by its index, its operator and the code of its reason
(docs/REASONS.md). A node that is not listed must be delegated. A listed node must stay: a line that no longer holds fails the
test as well."""

# Nodes whose operators the GPU lacks, by model. Their cases in tests/ops run on kernels_ref only. As soon as one of them runs
# on the GPU, the lines of its operator are wrong.
MISSING = {"hey_jarvis_v0.1": {25: "IF"}, "gru_in_a_loop": {1: "WHILE"}}

# Seeded networks among the models that have lines here.
SEEDED = {"gru_in_a_loop"}
# Nodes left out for other reasons, by model: {node: (operator, code of the reason)}.
EXCUSES = {}

# Reasons that say that an operator is missing.
MISSING_CODES = ("OP_NOT_LISTED",)


def expected(stem):
    """(node, operator, code of the reason) of each node of a model that is known to stay with the interpreter."""
    missing = {(node, op, code) for node, op in MISSING.get(stem, {}).items() for code in MISSING_CODES}
    return missing | {(node, op, code) for node, (op, code) in EXCUSES.get(stem, {}).items()}


def found(report):
    return {(node["index"], node["op"], node["reason_code"]) for node in report.left_out()}
