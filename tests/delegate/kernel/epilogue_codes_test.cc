// The epilogue's codes and kinds of operands, which C++ and GLSL both define, agree.
#include <gtest/gtest.h>

#include <fstream>
#include <map>
#include <regex>
#include <sstream>
#include <string>

#include "delegate/kernel/epilogue.h"

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

// The codes that shaders compute are the rows' indices in elementwise.inc (tools/build/elementwise_steps.py).
TEST(EpilogueCodes, ARowsPlaceIsItsCode) {
  const std::string rows = Read("/delegate/kernel/elementwise.inc");
  const std::regex row(R"re(\nLITEVK_(STEP\(|UNARY\(\w+, \w+, )(\w+), \w+, (\w+),)re");
  uint32_t code = 0;
  std::map<std::string, uint32_t> codes;
  for (std::sregex_iterator it(rows.begin(), rows.end(), row), end; it != end; ++it) {
    codes[(*it)[2]] = ++code;
    EXPECT_EQ(IsEverywhere(static_cast<EpilogueOp>(code)), (*it)[3] == "Everywhere") << (*it)[2];
  }
  EXPECT_EQ(codes.at("Add"), static_cast<uint32_t>(EpilogueOp::kAdd));
  EXPECT_EQ(codes.at("ReverseMinimum"), static_cast<uint32_t>(EpilogueOp::kReverseMinimum));
  EXPECT_EQ(codes.at("HardSwish"), static_cast<uint32_t>(EpilogueOp::kHardSwish));
}

TEST(EpilogueCodes, OperandKindsAgree) {
  const auto kinds = Constants(Read("/shaders/common/epilogue.glsl"),
                               std::regex(R"(const uint (kOperand[A-Z][a-z]+) = (\d+);)"));
  EXPECT_EQ(kinds.at("kOperandScalar"), static_cast<int>(OperandKind::kScalar));
  EXPECT_EQ(kinds.at("kOperandElement"), static_cast<int>(OperandKind::kElement));
  EXPECT_EQ(kinds.at("kOperandChannel"), static_cast<int>(OperandKind::kChannel));
  EXPECT_EQ(kinds.at("kOperandSingle"), static_cast<int>(OperandKind::kSingle));
  EXPECT_EQ(kinds.at("kOperandRepeated"), static_cast<int>(OperandKind::kRepeated));
}

}  // namespace
}  // namespace litevk
