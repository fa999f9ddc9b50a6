"""tools/test/stages.py: every share of every test runs in its turn, and the record begins where the last run stopped."""

import os
import pathlib
import tempfile
import unittest

import repository  # noqa: F401  the path of tools/test

import stages

NAMES = ["a", "b", "c", "d"]


class Order(unittest.TestCase):
    def test_a_run_begins_with_the_next_stage_of_every_test(self):
        self.assertEqual(stages.first(NAMES, 7, "c"), [(7, ["c", "d"]), (8, ["a", "b"])])

    def test_at_the_beginning_of_a_turn_none_is_ahead(self):
        for following in ("a", "", "a test that is gone"):
            self.assertEqual(stages.first(NAMES, 7, following), [(7, NAMES), (8, [])])

    def test_behind_the_last_test_comes_the_first_of_the_next_turn(self):
        self.assertEqual(stages.after(NAMES, 7, ["b", "c"]), (7, "d"))
        self.assertEqual(stages.after(NAMES, 7, ["d"]), (8, "a"))

    def test_runs_with_time_for_further_stages_miss_none(self):
        seen, turn, following = [], 0, ""
        for seconds in (0, 25, 100, 45, 0, 60):
            for at, names in stages.first(NAMES, turn, following):
                seen += [(at, name) for name in names]
            turn, following = turn + 1, following or "a"
            while taken := stages.further(NAMES, following, seconds, dict.fromkeys(NAMES, 20)):
                seconds -= 20 * len(taken)
                seen += [(turn, name) for name in taken]
                turn, following = stages.after(NAMES, turn, taken)
        self.assertEqual(len(seen), len(set(seen)))
        whole = {(at, name) for at in range(turn) for name in NAMES}
        self.assertEqual(set(seen) - {(turn, name) for name in NAMES}, whole)


class Time(unittest.TestCase):
    def test_two_tests_run_side_by_side(self):
        times = dict.fromkeys(NAMES, 20)
        self.assertEqual(stages.further(NAMES, "a", 30, times), ["a", "b"])
        self.assertEqual(stages.further(NAMES, "a", 19, times), [])
        self.assertEqual(stages.further(NAMES, "c", 1000, times), ["c", "d"])

    def test_one_that_never_ran_is_not_begun(self):
        self.assertEqual(stages.further(NAMES, "a", 1000, {"a": 20}), ["a"])

    def test_times_are_those_of_all_calls_of_ctest(self):
        with tempfile.TemporaryDirectory() as folder:
            for number, (name, time) in enumerate((("a", 3), ("b", 4.5))):
                text = f'<testsuite><testcase name="{name}" time="{time}" status="run"/></testsuite>'
                pathlib.Path(folder, f"ctest{number}.xml").write_text(text)
            self.assertEqual(dict(stages.results(folder)), {"a": 3, "b": 4.5})


class Worth(unittest.TestCase):
    def test_every_beginning_is_that_of_a_test(self):
        names = stages.sampled(os.environ["LITEVK_BUILD_DIR"])
        for position, beginning in enumerate(stages.WORTH):
            self.assertTrue([name for name in names if stages.rank(name) == position], beginning)


if __name__ == "__main__":
    unittest.main()
