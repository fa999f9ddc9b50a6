"""The interpreters from PyPI that the tests run in, and the versions of Python for which each has a wheel. An interpreter with
a wheel for this Python is required; another is left out and reported.

    python3 tools/test/interpreters.py present     # a line each: environment and pip's requirements
    python3 tools/test/interpreters.py names       # the environments as a CMake list
    python3 tools/test/interpreters.py compiled    # as present, of those that only the tests of CompiledModel need
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


# Further versions for the tests of LiteRT's CompiledModel, which run in the first interpreter too. The last one is the newest
# that does not take litevk.
COMPILED = tuple(
    Interpreter(
        f"litert-{version}", (f"ai-edge-litert=={version}", "numpy>=2,<3", "flatbuffers==25.12.19", "ml_dtypes>=0.5"), (3, 10), (3, 14)
    )
    for version in ("2.2.0", "2.1.6")
)


def has_wheel(interpreter, python):
    return interpreter.oldest <= python <= interpreter.newest


def present(python):
    """The interpreters with a wheel, and always the oracle: if that cannot be installed, pip reports it."""
    return [i for i in INTERPRETERS if i is INTERPRETERS[0] or has_wheel(i, python)]


def left_out(python):
    """A sentence for each interpreter that is left out."""
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
    if what == "compiled":
        return "\n".join(" ".join((i.name, *i.requirements)) for i in COMPILED)
    if what == "names":
        return ";".join(i.name for i in present(python))
    if what == "left-out":
        return "\n".join(left_out(python))
    sys.exit("usage: interpreters.py present | compiled | names | left-out")


if __name__ == "__main__":
    output = main(*sys.argv[1:2] or [""])
    if output:
        print(output)
