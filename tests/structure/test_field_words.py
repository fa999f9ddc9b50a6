"""New identifiers take the field's words: those with another word become fewer."""
import unittest

import field_words


class FieldWords(unittest.TestCase):
    def test_no_more_names_have_another_word(self):
        allowed = field_words.counts()
        for word, names in field_words.left().items():
            with self.subTest(word=word):
                self.assertLessEqual(len(names), allowed[word],
                                     f"a new name has the word '{word}', CONTRIBUTING.md says: {field_words.WORDS[word]}; "
                                     "tests/structure/field_words.py lists them")

    def test_counts_follow_what_is_left(self):
        for word, names in field_words.left().items():
            with self.subTest(word=word):
                self.assertGreaterEqual(len(names), field_words.counts()[word],
                                        "fewer names have the word: run tests/structure/field_words.py --write")

    def test_words_are_found_in_every_spelling(self):
        left = field_words.left_of({"NumbersOf", "READ_NUMBERS", "wide_factor", "placement", "reorder", "kOrder"})
        self.assertEqual({word: names for word, names in left.items() if names},
                         {"number": {"NumbersOf", "READ_NUMBERS"}, "factor": {"wide_factor"}, "order": {"kOrder"}})

    def test_comments_and_strings_do_not_count(self):
        self.assertEqual(field_words.names_of("a.cc", 'int a;  // numbers\nf("factor");'), {"int", "a", "f"})
        self.assertEqual(field_words.names_of("a.py", '"""A place."""\na = "way"  # method'), {"a"})


if __name__ == "__main__":
    unittest.main()
