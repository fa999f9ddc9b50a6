"""How shaders may read gl_NumWorkGroups, which has the counts of a part where a dispatch is submitted in parts."""
import os
import re
import unittest
from pathlib import Path

SHADERS = Path(os.environ["LITEVK_SOURCE_DIR"]) / "shaders"
# An index of two dims: runtime/graph/cut_dims.h relies on it that the other factor is 0 where the outer dim has one workgroup.
ALLOWED = re.compile(r"gl_WorkGroupID\.y \* gl_NumWorkGroups\.x|gl_WorkGroupID\.z \* gl_NumWorkGroups\.y")


def other_uses(text):
    """Lines that read counts in another way."""
    code = re.sub(r"//.*", "", text)
    return [line.strip() for line in ALLOWED.sub("", code).splitlines() if "gl_NumWorkGroups" in line]


class WorkgroupCounts(unittest.TestCase):
    def test_counts_are_multiplied_by_the_next_dims_index(self):
        files = [path for path in SHADERS.rglob("*") if path.suffix in (".comp", ".glsl")]
        self.assertGreater(len(files), 50)
        findings = {path.name: other_uses(path.read_text()) for path in files}
        self.assertEqual({name: lines for name, lines in findings.items() if lines}, {})

    def test_other_uses_are_found(self):
        self.assertEqual(other_uses("uint i = gl_WorkGroupID.y * gl_NumWorkGroups.x + 1; // gl_NumWorkGroups.y"), [])
        for use in ("gl_NumWorkGroups.z", "gl_WorkGroupID.x * gl_NumWorkGroups.x", "x < gl_NumWorkGroups.x", "gl_NumWorkGroups[i]"):
            self.assertEqual(other_uses(use), [use])


if __name__ == "__main__":
    unittest.main()
