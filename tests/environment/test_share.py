"""tools/test: the share of tests and of clang-tidy's files that runs on a change, beside what the change touched."""

import os
import pathlib
import re
import sys
import tempfile
import unittest

from repository import ROOT, Repository

import changes
import interpreters
import rotating_share
import tidy_files

NAMES = [f"{group}/{number}" for group in ("pad", "conv", "tile") for number in range(40)] + ["exp/one"]


class Share(unittest.TestCase):
    def test_every_name_is_taken_within_as_many_turns_as_parts(self):
        for parts in (1, 3, 8):
            shares = [rotating_share.share(NAMES, parts, turn) for turn in range(142, 142 + parts)]
            self.assertEqual(sorted(name for share in shares for name in share), sorted(NAMES))

    def test_it_is_a_part(self):
        for turn in range(4):
            self.assertLess(len(rotating_share.share(NAMES, 4, turn)), len(NAMES) / 2)

    def test_the_order_stays(self):
        taken = rotating_share.share(NAMES, 3, 5)
        self.assertEqual(taken, [name for name in NAMES if name in taken])

    def test_new_names_move_no_others(self):
        before = rotating_share.share(NAMES, 3, 5)
        after = rotating_share.share(["add/new", *NAMES], 3, 5)
        self.assertEqual([name for name in after if name != "add/new"], before)

    def test_one_of_each_group_at_least(self):
        for turn in range(50):
            taken = rotating_share.share(NAMES, 20, turn, rotating_share.first_folder)
            self.assertEqual({name.split("/")[0] for name in taken}, {"pad", "conv", "tile", "exp"})

    def test_no_turn_takes_all(self):
        self.assertEqual(rotating_share.share(NAMES, 8, None, rotating_share.first_folder), NAMES)


class Commands(unittest.TestCase):
    def test_are_those_that_cmake_wrote_whether_their_programs_exist(self):
        with tempfile.TemporaryDirectory() as folder:
            inner = pathlib.Path(folder, "tests")
            inner.mkdir()
            pathlib.Path(folder, "CTestTestfile.cmake").write_text('# A comment\nsubdirs("tests")\n')
            (inner / "CTestTestfile.cmake").write_text(
                'add_test([=[ops.one]=] "/no/python" "-m" "a\\"b" "--share" "6")\n'
                'set_tests_properties([=[ops.one]=] PROPERTIES  LABELS "real")\n'
                'add_test(two "/no/program")\nadd_test("three 3" "x" "(y)")\n')
            self.assertEqual(list(rotating_share.commands(folder)),
                             [("ops.one", ["/no/python", "-m", 'a\\"b', "--share", "6"]), ("two", ["/no/program"]),
                              ("three 3", ["x", "(y)"])])


class Page(unittest.TestCase):
    """docs/TESTING.md names every test of ctest that takes a share, and which."""

    def sampled(self):
        return dict(rotating_share.sampled_tests(rotating_share.commands(os.environ["LITEVK_BUILD_DIR"])))

    def named(self):
        rows = re.findall(r"^\| (`.*?) \| 1/(\d+)", (ROOT / "docs" / "TESTING.md").read_text(), re.MULTILINE)
        return {name: parts for names, parts in rows for name in re.findall("`([^`]+)`", names)}

    def test_names_every_sampled_test(self):
        left_out = [diagnostic.split()[0] for diagnostic in interpreters.left_out(sys.version_info[:2])]
        present = {name: parts for name, parts in self.named().items() if not any(i in name for i in left_out)}
        self.assertEqual(present, self.sampled())

    def test_names_the_share_of_clang_tidy(self):
        text = (ROOT / "docs" / "TESTING.md").read_text()
        self.assertIn(f"| clang-tidy | 1/{tidy_files.PARTS}, and what the change touched", text)

    def test_says_after_how_many_turns_all_was_seen(self):
        text = (ROOT / "docs" / "TESTING.md").read_text()
        most = max(tidy_files.PARTS, *map(int, self.sampled().values()))
        self.assertIn(f"{most} turns have seen everything", text)


class Turn(Repository):
    def test_it_is_that_of_the_record(self):
        self.git("init")
        self.record("", turn=7)
        self.assertEqual(self.turn(), 7)

    def test_the_environment_comes_first(self):
        self.git("init")
        self.record("", turn=7)
        self.assertEqual(self.turn(LITEVK_TURN="9"), 9)

    def test_it_is_0_without_a_record(self):
        self.git("init")
        self.commit()
        self.assertEqual(self.turn(), 0)

    def test_a_full_run_has_none(self):
        self.git("init")
        self.commit()
        self.assertIsNone(self.turn(LITEVK_FULL="1"))
        self.assertEqual(self.turn(LITEVK_FULL="0"), 0)

    def test_a_folder_without_history_has_none(self):
        self.assertIsNone(self.turn())

    def test_a_shallow_clone_has_none(self):
        self.git("init")
        self.commit()
        self.commit()
        clone = self.root.with_name("clone")
        self.git("clone", "--depth", "1", f"file://{self.root}", str(clone))
        self.assertIsNone(rotating_share.current_turn(clone, {}))

    def turn(self, **environment):
        return rotating_share.current_turn(self.root, environment)


class TidyFiles(Repository):
    SOURCES = [f"runtime/file_{number}.cc" for number in range(60)]

    def setUp(self):
        super().setUp()
        self.git("init")
        for source in self.SOURCES:
            self.write(source, '#include "runtime/' + pathlib.Path(source).stem + '.h"\n')
        self.write("runtime/reader.cc", '#include <vector>\n\n#include "runtime/table.inc"\n#include "runtime/shape.h"\n')
        self.sources = [*self.SOURCES, "runtime/reader.cc"]
        self.land()

    def land(self):
        self.commit()
        self.record(self.head())

    def taken(self, turn, others=True):
        return set(tidy_files.files_to_read(self.sources, self.root, turn, others))

    def always(self):
        return set.intersection(*(self.taken(turn) for turn in range(tidy_files.PARTS)))

    def test_every_file_is_taken_within_as_many_turns_as_parts(self):
        turns = [self.taken(turn) for turn in range(tidy_files.PARTS)]
        self.assertTrue(all(len(taken) < len(self.sources) / 2 for taken in turns))
        self.assertEqual(set().union(*turns), set(self.sources))

    def test_all_without_a_turn(self):
        self.assertEqual(self.taken(None), set(self.sources))

    def test_what_the_change_touched_is_taken_until_it_landed(self):
        self.assertEqual(self.always(), set())
        self.write("runtime/file_7.cc", "int changed;\n")
        self.commit()
        self.commit()
        self.assertEqual(self.always(), {"runtime/file_7.cc"})
        self.land()
        self.assertEqual(self.always(), set())

    def test_that_alone_without_the_others(self):
        self.write("runtime/file_7.cc", "int changed;\n")
        self.assertEqual(self.taken(0, others=False), {"runtime/file_7.cc"})

    def test_what_is_not_committed_is_taken(self):
        self.write("runtime/file_7.cc", "int changed;\n")
        self.write("runtime/new.cc", "int added;\n")
        self.sources.append("runtime/new.cc")
        self.assertEqual(self.always(), {"runtime/file_7.cc", "runtime/new.cc"})
        self.commit()
        self.assertEqual(self.always(), {"runtime/file_7.cc", "runtime/new.cc"})

    def test_a_header_counts_the_sources_that_include_it(self):
        for header, source in (("shape.h", "reader.cc"), ("table.inc", "reader.cc"), ("file_3.h", "file_3.cc")):
            self.write(f"runtime/{header}", "int changed;\n")
            self.assertEqual(self.always(), {f"runtime/{source}"})
            self.land()

    def test_a_header_counts_its_source_also_where_that_includes_it_from_elsewhere(self):
        self.write("runtime/own.cc", "#include <litevk/own.h>\n")
        self.sources.append("runtime/own.cc")
        self.land()
        self.write("runtime/own.h", "int changed;\n")
        self.assertEqual(self.always(), {"runtime/own.cc"})


if __name__ == "__main__":
    unittest.main()
