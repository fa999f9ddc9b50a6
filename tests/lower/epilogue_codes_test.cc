// The epilogue's codes stand in C++ and in GLSL; this holds the two together.
#include <gtest/gtest.h>

#include <fstream>
#include <map>
#include <regex>
#include <sstream>
#include <string>

#include "delegate/lower/epilogue.h"

namespace litevk {
namespace {

std::string Read(const std::string& path) {
  std::ifstream file(std::string(LITEVK_SOURCE_DIR) + path);
  std::stringstream text;
  text << file.rdbuf();
  return text.str();
}

std::map<std::string, int> Constants(const std::string& text, const std::regex& pattern) {
  std::map<std::string, int> found;
  for (std::sregex_iterator it(text.begin(), text.end(), pattern), end; it != end; ++it) {
    found[(*it)[1]] = std::stoi((*it)[2]);
  }
  return found;
}

TEST(EpilogueCodes, EveryOperatorOfTheHeaderHasItsCaseInTheShader) {
  const std::string shader = Read("/shaders/common/epilogue.glsl");
  const auto codes = Constants(Read("/delegate/lower/epilogue.h"), std::regex(R"((k\w+) = (\d+),\s*//.*)"));
  ASSERT_EQ(codes.at("kHardSwish"), static_cast<int>(EpilogueOp::kHardSwish));
  for (int code = 1; code <= static_cast<int>(EpilogueOp::kHardSwish); ++code) {
    EXPECT_NE(shader.find("case " + std::to_string(code) + ":"), std::string::npos) << code;
  }
  EXPECT_EQ(shader.find("case " + std::to_string(static_cast<int>(EpilogueOp::kHardSwish) + 1) + ":"),
            std::string::npos);
}

TEST(EpilogueCodes, OperandKindsAgree) {
  const auto kinds = Constants(Read("/shaders/common/epilogue.glsl"),
                               std::regex(R"(const uint (kOperand[A-Z][a-z]+) = (\d+);)"));
  EXPECT_EQ(kinds.at("kOperandScalar"), static_cast<int>(OperandKind::kScalar));
  EXPECT_EQ(kinds.at("kOperandElement"), static_cast<int>(OperandKind::kElement));
  EXPECT_EQ(kinds.at("kOperandChannel"), static_cast<int>(OperandKind::kChannel));
  EXPECT_EQ(kinds.at("kOperandSingle"), static_cast<int>(OperandKind::kSingle));
}

}  // namespace
}  // namespace litevk
