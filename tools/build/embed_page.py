#!/usr/bin/env python3
"""Writes a C++ file with a page's template in it: the HTML with its styles and scripts put in.

    embed_page.py OUTPUT page.html FILE...

A comment in the HTML such as <!-- page.css --> stands for the file of that name, in the tags that it needs. The program
that writes the page puts its data at <!-- data -->.
"""
import sys
from pathlib import Path

TAGS = {".css": "style", ".js": "script"}
# Compilers limit how long a literal may be.
PIECE = 8000


def template(page, files):
    text = page.read_text()
    for file in files:
        placeholder, tag = f"<!-- {file.name} -->", TAGS[file.suffix]
        if text.count(placeholder) != 1:
            sys.exit(f"embed_page: {page.name} has no place for {file.name}")
        text = text.replace(placeholder, f"<{tag}>\n{file.read_text()}</{tag}>")
    return text


def main():
    output, page, *files = map(Path, sys.argv[1:])
    text = template(page, files)
    pieces = [text[at:at + PIECE] for at in range(0, len(text), PIECE)]
    literals = "\n    ".join(f'R"page({piece})page"' for piece in pieces)
    output.write_text('#include "bench/pictures/page.h"\n\nnamespace litevk::bench {\n\n'
                      f"const std::string_view kPageTemplate =\n    {literals};\n\n}}  // namespace litevk::bench\n")


main()
