#include "runtime/opset/op_info.h"

#include <gtest/gtest.h>

#include <iterator>
#include <set>
#include <string_view>

#include "runtime/tflite/builtin_names.h"
#include "runtime/tflite/builtin_ops.h"

namespace litevk {
namespace {

struct Row {
  std::string_view name;
  std::string_view stem;
};

constexpr Row kRows[] = {
#define LITEVK_OP(name, stem) {#name, #stem},
#define LITEVK_KERNEL_OP(name, stem) {#name, #stem},
#define LITEVK_INTERPRETER_OP(name, stem) {#name, #stem},
#include "runtime/opset/op_list.inc"
#undef LITEVK_INTERPRETER_OP
#undef LITEVK_KERNEL_OP
#undef LITEVK_OP
};

TEST(OpInfo, IsNamedAsItsRowAndItsCode) {
  ASSERT_EQ(OpInfos().size(), std::size(kRows));
  for (size_t index = 0; index < std::size(kRows); ++index) {
    const OpInfo& info = *OpInfos()[index];
    EXPECT_EQ(info.name, kRows[index].name);
    EXPECT_EQ(info.stem, kRows[index].stem);
    EXPECT_EQ(info.name, abi::BuiltinName(info.op_code));
  }
}

TEST(OpInfo, IsFoundByItsCode) {
  std::set<int> codes;
  for (const OpInfo* info : OpInfos()) {
    EXPECT_EQ(FindOpInfo(info->op_code), info) << info->name;
    EXPECT_TRUE(codes.insert(info->op_code).second) << info->name;
  }
  EXPECT_EQ(FindOpInfo(abi::kTfLiteBuiltinCustom), nullptr);
  EXPECT_EQ(FindOpInfo(-1), nullptr);
}

TEST(OpInfo, HasAStructForItsTableAndATableForItsStruct) {
  for (const OpInfo* info : OpInfos()) {
    const bool has_params = info->params.bytes > 0;
    EXPECT_EQ(info->params.fill != nullptr, has_params) << info->name;
    EXPECT_EQ(static_cast<int>(info->params.options) != 0, has_params) << info->name;
  }
}

TEST(OpInfo, NamesItsOperands) {
  for (const OpInfo* info : OpInfos()) {
    for (const Signature& signature : info->types) {
      // Else the last name stands for every further input.
      if (!signature.variadic) {
        EXPECT_EQ(info->operands.inputs.size(), signature.inputs.size()) << info->name;
      }
      EXPECT_EQ(info->operands.outputs.size(), signature.outputs.size()) << info->name;
    }
  }
}

TEST(OpInfo, SaysHowManyProductsASumHas) {
  for (const OpInfo* info : OpInfos()) {
    const SumOfProducts& sum = info->numeric_class.sum;
    const bool is_sum = info->numeric_class.kind == NumericKind::kSum;
    EXPECT_EQ(!sum.factors.empty(), is_sum) << info->name;
    const int ways =
        (sum.dims.empty() ? 0 : 1) + (sum.axes_input < 0 ? 0 : 1) + (sum.options.empty() ? 0 : 1);
    EXPECT_EQ(ways, is_sum ? 1 : 0) << info->name;
    EXPECT_EQ(sum.counted_input >= 0, is_sum && sum.options.empty()) << info->name;
  }
}

TEST(OpInfo, NamesWhatMovesAlongOfAttributesOnly) {
  for (const OpInfo* info : OpInfos()) {
    EXPECT_TRUE(info->layout.moved.empty() || info->layout.role == LayoutRole::kAttribute) << info->name;
  }
}

}  // namespace
}  // namespace litevk
