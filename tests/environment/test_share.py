"""tools/test: the share of tests and of clang-tidy's files that runs on a change, and that nothing is left out for ever."""

import os
import pathlib
import re
import subprocess
import sys
import tempfile
import unittest
import unittest.mock

ROOT = pathlib.Path(os.environ["LITEVK_SOURCE_DIR"])
sys.path.insert(0, str(ROOT / "tools" / "test"))

import interpreters  # noqa: E402
import recent_changes  # noqa: E402
import rotating_share  # noqa: E402
import tidy_files  # noqa: E402

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

    def test_summary_names_each_test_and_its_part(self):
        tests = [("unit.A", ["unit"]), ("ops.old", ["python", "--share", "6", "-k", "x"])]
        said = rotating_share.summary(tests, 7)
        self.assertIn("turn 7 (all of it: tools/run_tests.sh --full): ops.old 1/6;", said)
        self.assertEqual(rotating_share.summary(tests, None), "Nothing was sampled.")


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


class FilesOfCases(unittest.TestCase):
    def test_are_there(self):
        for path in (ROOT / "tests" / "ops" / "cases").glob("*_cases.json"):
            stem = path.name.removesuffix("_cases.json")
            self.assertEqual(recent_changes.files_of_case(f"{stem}/case"), {str(path.relative_to(ROOT))})
        modules = {str(path.relative_to(ROOT)) for path in (ROOT / "tests" / "ops" / "cases" / "graphs").glob("*.py")}
        self.assertIn("tests/ops/cases/graphs/edges.py", modules)
        self.assertEqual(recent_changes.files_of_case("graphs/case"), modules)


class Page(unittest.TestCase):
    """docs/TESTING.md names every test of ctest that takes a share, and which."""

    def sampled(self):
        return dict(rotating_share.sampled_tests(rotating_share.commands(os.environ["LITEVK_BUILD_DIR"])))

    def named(self):
        rows = re.findall(r"^\| (`.*?) \| 1/(\d+)", (ROOT / "docs" / "TESTING.md").read_text(), re.MULTILINE)
        return {name: parts for names, parts in rows for name in re.findall("`([^`]+)`", names)}

    def test_names_every_sampled_test(self):
        left_out = [sentence.split()[0] for sentence in interpreters.left_out(sys.version_info[:2])]
        present = {name: parts for name, parts in self.named().items() if not any(i in name for i in left_out)}
        self.assertEqual(present, self.sampled())

    def test_names_the_share_of_clang_tidy(self):
        text = (ROOT / "docs" / "TESTING.md").read_text()
        self.assertIn(f"| clang-tidy | 1/{tidy_files.PARTS}, and what the last {recent_changes.COMMITS} commits", text)

    def test_says_after_how_many_commits_all_was_seen(self):
        text = (ROOT / "docs" / "TESTING.md").read_text()
        most = max(tidy_files.PARTS, *map(int, self.sampled().values()))
        self.assertIn(f"{most} commits with a run of\neach have seen everything", text)


class Repository(unittest.TestCase):
    """A repository of its own, so that the project's history does not decide."""

    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.root = pathlib.Path(folder.name) / "main"
        self.root.mkdir()

    def git(self, *arguments, root=None):
        identity = ["-c", "user.name=a", "-c", "user.email=a@b", "-c", "commit.gpgsign=false"]
        subprocess.run(["git", *identity, "-C", root or self.root, *arguments], check=True, capture_output=True)

    def write(self, path, text):
        (self.root / path).parent.mkdir(parents=True, exist_ok=True)
        (self.root / path).write_text(text)

    def commit(self):
        self.git("add", "-A")
        self.git("commit", "--allow-empty", "-m", "A change")

    def turn(self, **environment):
        return rotating_share.current_turn(self.root, environment)


class Turn(Repository):
    def test_it_is_one_further_on_every_commit(self):
        self.git("init")
        for turn in (1, 2, 3):
            self.commit()
            self.assertEqual(self.turn(), turn)

    def test_a_full_run_has_none(self):
        self.git("init")
        self.commit()
        self.assertIsNone(self.turn(LITEVK_FULL="1"))
        self.assertEqual(self.turn(LITEVK_FULL="0"), 1)

    def test_a_folder_without_history_has_none(self):
        self.assertIsNone(self.turn())
        self.git("init")
        self.assertIsNone(self.turn())

    def test_a_shallow_clone_has_none(self):
        self.git("init")
        self.commit()
        self.commit()
        clone = self.root.with_name("clone")
        self.git("clone", "--depth", "1", f"file://{self.root}", str(clone))
        self.assertIsNone(rotating_share.current_turn(clone, {}))


class TidyFiles(Repository):
    SOURCES = [f"runtime/file_{number}.cc" for number in range(60)]

    def setUp(self):
        super().setUp()
        recent = unittest.mock.patch.object(recent_changes, "COMMITS", 3)
        recent.start()
        self.addCleanup(recent.stop)
        self.git("init")
        for source in self.SOURCES:
            self.write(source, '#include "runtime/' + pathlib.Path(source).stem + '.h"\n')
        self.write("runtime/reader.cc", '#include <vector>\n\n#include "runtime/table.inc"\n#include "runtime/shape.h"\n')
        self.sources = [*self.SOURCES, "runtime/reader.cc"]
        self.commit()
        self.age()

    def age(self):
        """As many commits as are looked at, that touch nothing."""
        for _ in range(recent_changes.COMMITS):
            self.commit()

    def taken(self, turn):
        return set(tidy_files.files_to_read(self.sources, self.root, turn))

    def always(self):
        return set.intersection(*(self.taken(turn) for turn in range(tidy_files.PARTS)))

    def test_every_file_is_taken_within_twice_as_many_commits_as_parts(self):
        seen = set()
        for _ in range(2 * tidy_files.PARTS):
            taken = self.taken(self.turn())
            self.assertLess(len(taken), len(self.sources) / 2)
            seen |= taken
            self.commit()
        self.assertEqual(seen, set(self.sources))

    def test_all_without_a_turn(self):
        self.assertEqual(self.taken(None), set(self.sources))

    def test_what_a_commit_touched_is_taken_for_as_long_as_it_is_recent(self):
        self.assertEqual(self.always(), set())
        self.write("runtime/file_7.cc", "int changed;\n")
        self.commit()
        for _ in range(recent_changes.COMMITS - 1):
            self.commit()
        self.assertEqual(self.always(), {"runtime/file_7.cc"})
        self.commit()
        self.assertEqual(self.always(), set())

    def test_a_commit_that_touched_much_counts_while_it_is_the_last(self):
        self.write("runtime/file_7.cc", "int changed;\n")
        self.commit()
        for source in self.SOURCES[10:50]:
            self.write(source, "int moved;\n")
        self.commit()
        self.assertEqual(self.always(), {"runtime/file_7.cc", *self.SOURCES[10:50]})
        self.commit()
        self.assertEqual(self.always(), {"runtime/file_7.cc"})

    def test_what_is_not_committed_is_taken(self):
        self.write("runtime/file_7.cc", "int changed;\n")
        self.write("runtime/new.cc", "int added;\n")
        self.sources.append("runtime/new.cc")
        self.assertEqual(self.always(), {"runtime/file_7.cc", "runtime/new.cc"})
        self.git("add", "-A")
        self.assertEqual(self.always(), {"runtime/file_7.cc", "runtime/new.cc"})

    def test_a_header_counts_the_sources_that_include_it(self):
        for header, source in (("shape.h", "reader.cc"), ("table.inc", "reader.cc"), ("file_3.h", "file_3.cc")):
            self.write(f"runtime/{header}", "int changed;\n")
            self.assertEqual(self.always(), {f"runtime/{source}"})
            self.commit()
            self.age()

    def test_a_header_counts_its_source_also_where_that_includes_it_from_elsewhere(self):
        self.write("runtime/own.cc", "#include <litevk/own.h>\n")
        self.sources.append("runtime/own.cc")
        self.commit()
        self.age()
        self.write("runtime/own.h", "int changed;\n")
        self.assertEqual(self.always(), {"runtime/own.cc"})


if __name__ == "__main__":
    unittest.main()
