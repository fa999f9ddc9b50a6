"""tools/test: what a change touched, the tests that it asks for, and how its commits read."""

import os
import unittest

from repository import ROOT, Repository

import changes
import commit_subjects
import rotating_share
import suites


class Base(Repository):
    def setUp(self):
        super().setUp()
        self.git("init")
        self.write("landed.cc", "int landed;\n")
        self.commit()

    def touched(self):
        return changes.touched(self.root)

    def test_a_change_is_what_differs_from_the_last_one_that_landed(self):
        self.record(self.head())
        self.write("new.cc", "int added;\n")
        self.commit()
        self.write("landed.cc", "int changed;\n")
        self.write("untracked.cc", "int untracked;\n")
        self.assertEqual(self.touched(), {".ci/last_run.json", "new.cc", "landed.cc", "untracked.cc"})

    def test_without_that_commit_it_begins_where_it_was_recorded(self):
        self.record("0" * 40)
        self.write("new.cc", "int added;\n")
        self.commit()
        self.assertEqual(self.touched(), {"new.cc"})

    def test_without_a_record_it_is_the_working_tree(self):
        self.write("new.cc", "int added;\n")
        self.assertEqual(self.touched(), {"new.cc"})

    def test_the_project_has_a_record_of_a_commit_of_its_own(self):
        self.assertEqual(set(rotating_share.record()), {"commit", "turn", "next"})
        if rotating_share.current_turn(environment={}) is not None:
            self.assertEqual(changes.base(), rotating_share.record()["commit"])


class Concerned(unittest.TestCase):
    READS = {f"op_{number}": ({f"op_{number}.cc"}, {"all.h", f"pair_{number // 2}.h"}) for number in range(20)}

    def test_are_those_whose_own_files_changed(self):
        self.assertEqual(changes.concerned(self.READS, {"op_3.cc", "other.cc"}), {"op_3"})

    def test_are_those_that_read_a_file_which_few_read(self):
        self.assertEqual(changes.concerned(self.READS, {"pair_4.h", "all.h"}), {"op_8", "op_9"})

    def test_are_none_where_more_than_a_quarter_changed(self):
        for count, expected in ((5, {f"op_{number}" for number in range(5)}), (6, set())):
            self.assertEqual(changes.concerned(self.READS, {f"op_{number}.cc" for number in range(count)}), expected)


class FilesOfOperators(unittest.TestCase):
    def test_an_operator_has_its_file_of_each_folder(self):
        own, _ = changes.files_of_operator("softmax")
        for path in ("delegate/ops/softmax.cc", "kernels_ref/softmax.cc", "onnx/ops/softmax.cc",
                     "runtime/opset/ops/softmax.cc", "shaders/softmax.comp", "tests/ops/cases/softmax_cases.json"):
            self.assertIn(path, own)
            self.assertTrue((ROOT / path).exists(), path)

    def test_an_operator_has_the_shader_of_its_name_in_whichever_folder(self):
        self.assertIn("shaders/conv/conv_2d.comp", changes.files_of_operator("conv_2d")[0])

    def test_it_reads_what_its_files_include_and_the_sources_of_headers(self):
        _, read = changes.files_of_operator("softmax")
        for path in ("delegate/ops/common/softmax.h", "delegate/ops/common/softmax.cc", "shaders/common/tensor.glsl"):
            self.assertIn(path, read)
            self.assertTrue((ROOT / path).exists(), path)

    def test_every_folder_of_operators_is_there(self):
        for folder in changes.OPERATOR_FOLDERS:
            self.assertTrue((ROOT / folder).is_dir(), folder)

    def test_a_case_file_alone_is_touched(self):
        def git(*arguments, **_):
            return "tests/ops/cases/pad_cases.json\n" if arguments[0] == "diff" else ""

        self.assertEqual(changes.touched_operators(git=git), ["pad"])

    def test_a_module_of_graphs_touches_the_cases_of_several_nodes(self):
        def git(*arguments, **_):
            return "tests/ops/cases/graphs/edges.py\n" if arguments[0] == "diff" else ""

        self.assertEqual(changes.touched_operators(git=git), ["graphs"])


class Suites(unittest.TestCase):
    COMMANDS = [("onnx.check", ["python", f"{ROOT}/tests/onnx/test_check.py"]), ("ops.kernels", ["python"]), ("random.onnx", [])]

    def test_files_of_a_folder_ask_for_its_tests(self):
        self.assertEqual(suites.tests_of({"onnx/facts/states.cc"}, self.COMMANDS), {"onnx.check", "random.onnx"})
        self.assertEqual(suites.tests_of({"kernels_ref/pad.cc"}, self.COMMANDS), {"ops.kernels"})
        self.assertEqual(suites.tests_of({"runtime/base/status.h"}, self.COMMANDS), set())

    def test_a_test_that_changed_runs(self):
        commands = [("any.name", ["python", f"{ROOT}/tests/ops/test_handles.py"])]
        self.assertEqual(suites.tests_of({"tests/ops/test_handles.py"}, commands), {"any.name"})

    def test_every_folder_and_every_test_is_there(self):
        names = [name for name, _ in rotating_share.commands(os.environ["LITEVK_BUILD_DIR"])]
        for suite in suites.SUITES:
            for folder in suite.folders:
                self.assertTrue((ROOT / folder).exists(), folder)
            for test in suite.tests:
                self.assertTrue(suites.matching(test, names), test)

    def test_the_page_has_the_table(self):
        self.assertTrue(suites.page() in (ROOT / "docs" / "TESTING.md").read_text(), "python3 tools/test/suites.py page")


class Subjects(Repository):
    def problems(self, subject, body="A reason.", files=1):
        return list(commit_subjects.problems(subject, body, files))

    def test_what_contributing_asks_for_is_taken(self):
        for subject in ("onnx: read weights where they are stored", "docs/design, delegate/fuse: state the rule",
                        "random graphs: judge zero points", "Merge branch h3: parts of keys"):
            self.assertEqual(self.problems(subject), [])

    def test_each_rule_has_its_sentence(self):
        self.assertIn("73 characters", self.problems("a: " + "b" * 70)[0])
        self.assertIn("area: what changed", self.problems("Have tables of numbers alone")[0])
        self.assertIn("area: what changed", self.problems("onnx: a full stop.")[0])
        self.assertIn("body", self.problems("onnx: change", body="\n")[0])
        self.assertIn("31 files", self.problems("onnx: change", files=31)[0])

    def test_a_rename_may_touch_many_files(self):
        self.assertEqual(self.problems("onnx: rename numbers to values", files=400), [])

    def test_files_are_counted_without_moves_pages_and_cases(self):
        self.git("init")
        self.write("a.cc", "int a;\n" * 20)
        self.commit()
        self.record(self.head())
        self.git("mv", "a.cc", "b.cc")
        self.write("docs/page.md", "Text.\n")
        self.write("tests/ops/cases/pad_cases.json", "{}\n")
        self.write("c.cc", "int c;\n")
        self.commit("onnx: change")
        found = list(commit_subjects.commits(self.root))
        self.assertEqual([(subject, files) for _, subject, _, files in found], [("onnx: change", 1)])
        self.assertEqual(found[0][2].strip(), "")


if __name__ == "__main__":
    unittest.main()
