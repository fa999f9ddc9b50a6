"""The examples of docs/QUANTIZATION.md run, and the first one is as short as the page says."""

import pathlib
import re
import subprocess
import sys

PAGE = pathlib.Path(__file__).resolve().parents[2] / "docs" / "QUANTIZATION.md"
LINES = 10


def test_the_page(tmp_path):
    examples = re.findall(r"^```python\n(.*?)^```", PAGE.read_text(), re.MULTILINE | re.DOTALL)
    assert len([line for line in examples[0].splitlines() if line.strip()]) == LINES
    command = [sys.executable, "-c", "\n".join(examples)]
    process = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True, timeout=600)
    assert process.returncode == 0, process.stderr
    print(process.stdout)
    assert all(kind in process.stdout for kind in ("circle", "square", "triangle"))
