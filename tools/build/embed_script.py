#!/usr/bin/env python3
"""Writes a C++ file with a script in it, as the text of a constant.

    embed_script.py OUTPUT HEADER CONSTANT SCRIPT
"""
import sys
from pathlib import Path

# Compilers limit how long a literal may be.
PIECE = 8000


def main():
    output, header, constant, script = sys.argv[1:]
    text = Path(script).read_text()
    pieces = [text[at:at + PIECE] for at in range(0, len(text), PIECE)]
    literals = "\n    ".join(f'R"script({piece})script"' for piece in pieces)
    Path(output).write_text(f'#include "{header}"\n\nnamespace litevk::tools {{\n\nconst std::string_view {constant} =\n'
                            f"    {literals};\n\n}}  // namespace litevk::tools\n")


main()
