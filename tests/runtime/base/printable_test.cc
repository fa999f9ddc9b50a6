#include "runtime/base/printable.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "runtime/base/log.h"

namespace litevk {
namespace {

TEST(Printable, WordsInAnyScriptStayAsTheyAre) {
  const std::string text = "conv2d/Relu:0 \\ é 層 \xF0\x9F\x99\x82";
  EXPECT_EQ(Printable(text), text);
  EXPECT_EQ(PrintableLines("one\n\ttwo"), "one\n\ttwo");
}

TEST(Printable, ControlCharactersAreWrittenOut) {
  EXPECT_EQ(Printable("\x1b[31m\r\n\t\a\x7f"), "\\x1b[31m\\r\\n\\t\\x07\\x7f");
  EXPECT_EQ(Printable(std::string_view("a\0b", 3)), "a\\x00b");
  EXPECT_EQ(Printable("\xC2\x9B"
                      "31m"),
            "\\u009b31m");
  EXPECT_EQ(PrintableLines("a\x1b\n"), "a\\x1b\n");
}

TEST(Printable, TurnsOfTextAreWrittenOut) {
  EXPECT_EQ(Printable("a\xE2\x80\xAE"
                      "b\xE2\x81\xA6"
                      "c\xE2\x80\xA8"),
            "a\\u202eb\\u2066c\\u2028");
}

TEST(Printable, BytesThatAreNoUtf8AreWrittenOut) {
  EXPECT_EQ(Printable("\xFF\x9B"), "\\xff\\x9b");                             // begin no character
  EXPECT_EQ(Printable("\xC3("), "\\xc3(");                                    // ends early
  EXPECT_EQ(Printable("\xE2\x82"), "\\xe2\\x82");                             // the text ends within the
                                                                              // character
  EXPECT_EQ(Printable("\xC0\x8A\xE0\x80\x8A"), "\\xc0\\x8a\\xe0\\x80\\x8a");  // overlong encodings of a line
                                                                              // feed
  EXPECT_EQ(Printable("\xED\xA0\x80"), "\\xed\\xa0\\x80");                    // a surrogate
  EXPECT_EQ(Printable("\xF4\x90\x80\x80"), "\\xf4\\x90\\x80\\x80");           // above the last character
}

TEST(Printable, JsonHoldsWhatItWasMadeOf) {
  const std::string name = "\x1b\x7f\xC2\x9B\xE2\x80\xAE é\n";
  const std::string text = JsonText(nlohmann::json{{"name", name}});
  EXPECT_EQ(text, "{\"name\":\"\\u001b\\u007f\\u009b\\u202e é\\n\"}");
  EXPECT_EQ(nlohmann::json::parse(text)["name"], name);
  EXPECT_EQ(JsonText(nlohmann::json{"\xFF"}, 1), "[\n \"\xEF\xBF\xBD\"\n]");
}

TEST(Printable, LogLinesAre) {
  testing::internal::CaptureStderr();
  Logger(LogLevel::kInfo).Info("node \x1b[31m\xFF");
  EXPECT_EQ(testing::internal::GetCapturedStderr(), "litevk: node \\x1b[31m\\xff\n");
}

TEST(Log, AWarningIsSaidOnce) {
  Logger::ForgetWarnings();
  testing::internal::CaptureStderr();
  for (int i = 0; i < 2; ++i) {
    Logger().Warning("one cause");
    Logger().Warning("another cause");
    Logger(LogLevel::kError).Warning("a cause that nobody wants to know");
  }
  Logger().Warning("a cause that nobody wants to know");
  EXPECT_EQ(testing::internal::GetCapturedStderr(),
            "litevk: one cause\nlitevk: another cause\nlitevk: a cause that nobody wants to know\n");
}

}  // namespace
}  // namespace litevk
