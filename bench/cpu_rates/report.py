"""The files that measure.py writes: the table of rates for C++, and the page that compares estimates with measurements."""

import datetime

import fit

KERNELS = ("Xnnpack", "Builtin", "Fast", "Plain")
WORKS = ("Matmuls", "Sums", "Functions", "Elements", "IntegerMatmuls", "IntegerSums", "IntegerFunctions", "IntegerElements")
# Keys of estimates for each set of kernels and each number of threads. litevk's own are fast ones where it has them.
ESTIMATES = {
    ("Xnnpack", 1): "xnnpack-1",
    ("Xnnpack", 2): "xnnpack-2",
    ("Builtin", 1): "builtin-1",
    ("Builtin", 2): "builtin-2",
    ("Fast", 1): "litevk-1",
    ("Fast", 2): "litevk-2",
    ("Plain", 1): "plain-1",
}
HEADER = """\
// Rates of kernels on the CPU: GFLOP/s, GB/s of a run's values and of constants, and the part of the time that
// threads share. Then microseconds of a node. Written by bench/cpu_rates/measure.py; docs/benchmarks/cpu_rates.md has the measurements.
"""


def _cases(records, kernels, work, threads=1):
    """The nodes of layers of this kind of work, with their times; those without a fast kernel are none of Fast's."""
    found = []
    for record in records:
        (node,) = record["nodes"]
        is_own = kernels != "Fast" or node["litevk"] == "Fast"
        if node["work"] == work and is_own and (kernels, threads) in record["us"]:
            amounts = {key: node[key] for key in ("flops", "bytes", "constant_bytes")}
            found.append({"name": record["name"], **amounts, "us": record["us"][kernels, threads]})
    return found


def _pairs(records, kernels, work):
    two = {case["name"]: case["us"] for case in _cases(records, kernels, work, 2)}
    return [(case["us"], two[case["name"]]) for case in _cases(records, kernels, work) if case["name"] in two]


def _number(value):
    return f"{value:.2g}" if value < 100 else f"{value:.0f}"


def _row(records, kernels, work, node_us):
    """A row of the table. Where no kernel of the set was measured with the work, the plain loops' rates stand."""
    known = kernels if _cases(records, kernels, work) else "Plain"
    rates = fit.rates(_cases(records, known, work), node_us)
    shared = fit.shared(_pairs(records, known, work))
    return f"LITEVK_CPU_RATES({kernels}, {work}, {', '.join(map(_number, rates))}, {shared:.2g})\n"


def rates_table(records):
    """The content of cpu_rates.inc, from the records of layers."""
    all_cases = {kernels: [case for work in WORKS for case in _cases(records, kernels, work)] for kernels in KERNELS}
    node_us = {kernels: fit.node_us(cases or all_cases["Plain"]) for kernels, cases in all_cases.items()}
    rows = [_row(records, kernels, work, node_us[kernels]) for kernels in KERNELS for work in WORKS]
    rows += [f"LITEVK_CPU_NODE_US({kernels}, {_number(node_us[kernels])})\n" for kernels in KERNELS]
    return HEADER + "".join(rows)


def _us(value):
    return f"{value:.0f}" if value >= 100 else f"{value:.1f}" if value >= 10 else f"{value:.2f}"


def _cells(record):
    cells = []
    for key, name in ESTIMATES.items():
        real = record["us"].get(key)
        cells.append("-" if real is None else f"{_us(record['estimates_us'][name])} / {_us(real)}")
    return cells


def compared(records):
    """(estimate, measurement) of all records and engines, by engine."""
    return {
        key: [(record["estimates_us"][name], record["us"][key]) for record in records if key in record["us"]]
        for key, name in ESTIMATES.items()
    }


def page(records, cpu, commit):
    """The page: a row for each layer and network."""
    headings = ["model", *(f"{kernels}, {threads}" for kernels, threads in ESTIMATES)]
    rows = [headings, ["---"] * len(headings), *([record["name"], *_cells(record)] for record in records)]
    table = "\n".join(f"| {' | '.join(row)} |" for row in rows)
    all_pairs = [pair for pairs in compared(records).values() for pair in pairs]
    shares = [f"| {kernels}, {threads} | {fit.within(pairs, 2):.0%} |" for (kernels, threads), pairs in compared(records).items() if pairs]
    today = datetime.date.today().isoformat()
    return f"""\
<!-- Written by bench/cpu_rates/measure.py. -->
# The CPU's rates

What `partition_policy=auto` estimates for the CPU ([design/partitions.md](../design/partitions.md)), beside measurements: estimate /
measurement in us, with the kernels and the number of threads of the heading. {today}, {cpu}, litevk's sources at {commit}.

{fit.within(all_pairs, 2):.0%} of all rows are within a factor of two:

| kernels, threads | rows within a factor of two |
| --- | --- |
{chr(10).join(shares)}

{table}
"""
