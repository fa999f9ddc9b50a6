"""The interpreters from PyPI that the tests run in, and which of them there are for a version of Python. One that this
Python has a wheel for is required; another is left out and named.

    python3 tools/test/interpreters.py present     # a line each: its environment's name, then what pip installs
    python3 tools/test/interpreters.py names       # the names of these, separated by semicolons, as CMake's lists are
    python3 tools/test/interpreters.py left-out    # a sentence each
"""

import dataclasses
import sys


@dataclasses.dataclass(frozen=True)
class Interpreter:
    name: str
    requirements: tuple
    oldest: tuple  # version of Python for which PyPI has a wheel
    newest: tuple


# The first is the oracle of the operator cases: no test can do without it.
INTERPRETERS = (
    Interpreter(
        "litert-2.3.0", ("ai-edge-litert==2.3.0", "numpy>=2,<3", "flatbuffers==25.12.19"), (3, 10), (3, 14)
    ),
    Interpreter("litert-1.4.0", ("ai-edge-litert==1.4.0", "numpy>=2,<3"), (3, 9), (3, 12)),
    Interpreter("tflite-2.14.0", ("tflite-runtime==2.14.0", "numpy<2"), (3, 8), (3, 11)),
)


def has_wheel(interpreter, python):
    return interpreter.oldest <= python <= interpreter.newest


def present(python):
    """The oracle in any case: where it cannot be installed, pip says so."""
    return [i for i in INTERPRETERS if i is INTERPRETERS[0] or has_wheel(i, python)]


def left_out(python):
    """A sentence for each of the others."""
    return [
        f"{i.name} is left out: {i.requirements[0]} has wheels for Python {_text(i.oldest)} to {_text(i.newest)}, "
        f"this is {_text(python)}"
        for i in INTERPRETERS
        if i not in present(python)
    ]


def _text(python):
    return ".".join(map(str, python))


def main(what, python=sys.version_info[:2]):
    if what == "present":
        return "\n".join(" ".join((i.name, *i.requirements)) for i in present(python))
    if what == "names":
        return ";".join(i.name for i in present(python))
    if what == "left-out":
        return "\n".join(left_out(python))
    sys.exit("usage: interpreters.py present | names | left-out")


if __name__ == "__main__":
    output = main(*sys.argv[1:2] or [""])
    if output:
        print(output)
