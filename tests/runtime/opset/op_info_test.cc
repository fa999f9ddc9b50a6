#include "runtime/opset/op_info.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cstddef>
#include <iterator>
#include <set>
#include <span>
#include <string_view>
#include <vector>

#include "runtime/opset/custom_ops.h"
#include "runtime/tflite/builtin_names.h"
#include "runtime/tflite/builtin_ops.h"
#include "runtime/tflite/builtin_params.h"

namespace litevk {
namespace {

using testing::HasSubstr;

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
    // The row's name is an identifier, which a name with a dot cannot be.
    if (std::string_view(info.name).find('.') == std::string_view::npos) {
      EXPECT_EQ(info.name, kRows[index].name);
    }
    EXPECT_EQ(info.stem, kRows[index].stem);
    EXPECT_EQ(abi::BuiltinName(info.op_code), IsCustom(info) ? "" : info.name);
  }
}

TEST(OpInfo, IsFoundByItsCode) {
  std::set<int> codes;
  for (const OpInfo* info : OpInfos()) {
    EXPECT_EQ(FindOpInfo(info->op_code), info) << info->name;
    EXPECT_TRUE(codes.insert(info->op_code).second) << info->name;
  }
  EXPECT_EQ(FindOpInfo(abi::kTfLiteBuiltinCustom), nullptr);
  EXPECT_EQ(FindOpInfo(kFirstCustomCode), nullptr);
  EXPECT_EQ(FindOpInfo(-1), nullptr);
}

TEST(OpInfo, OfACustomOperatorIsFoundByItsName) {
  int found = 0;
  for (const OpInfo* info : OpInfos()) {
    EXPECT_EQ(FindCustomOpInfo(info->name), IsCustom(*info) ? info : nullptr) << info->name;
    EXPECT_EQ(IsCustom(*info), info->op_code > kFirstCustomCode) << info->name;
    found += IsCustom(*info) ? 1 : 0;
  }
  EXPECT_EQ(found, 11);
  EXPECT_EQ(FindCustomOpInfo("Atan"), nullptr);
  EXPECT_EQ(FindCustomOpInfo(""), nullptr);
}

TEST(OpInfo, ANodeOfACustomOperatorHasItsCodeAndParameters) {
  ir::Node node;
  node.op_code = abi::kTfLiteBuiltinCustom;
  node.custom_name = "Convolution2DTransposeBias";
  ResolveCustomNode(node, {});
  EXPECT_EQ(node.op_code, kCustomConvolution2DTransposeBias);
  EXPECT_TRUE(IsCustom(node));
  EXPECT_FALSE(node.params.present());  // the node's options are missing
  const std::array options = {2, 3, 4};
  ResolveCustomNode(node, std::as_bytes(std::span(options)));
  EXPECT_TRUE(node.params.present());
  EXPECT_EQ(node.params.As<abi::TfLiteTransposeConvParams>().stride_height, 4);
}

TEST(OpInfo, ANodeThatNobodyKnowsStaysAsItIs) {
  ir::Node node;
  node.op_code = abi::kTfLiteBuiltinCustom;
  node.custom_name = "Atan";
  ResolveCustomNode(node, {});
  EXPECT_EQ(node.op_code, abi::kTfLiteBuiltinCustom);
}

TEST(OpInfo, HasAStructForItsTableAndATableForItsStruct) {
  for (const OpInfo* info : OpInfos()) {
    const bool has_params = info->params.bytes > 0;
    if (IsCustom(*info)) {
      EXPECT_TRUE(has_params && info->params.fill == nullptr) << info->name;
      continue;
    }
    EXPECT_EQ(info->params.fill != nullptr, has_params) << info->name;
    const bool is_of_first_list = static_cast<int>(info->params.options) != 0;
    const bool is_of_second_list = static_cast<int>(info->params.options_2) != 0;
    EXPECT_EQ(is_of_first_list != is_of_second_list, has_params) << info->name;
  }
}

TEST(OpInfo, ReadsNoParameterThatAnEarlierRuntimeLacks) {
  const OpParams& params = FindOpInfo(abi::kTfLiteBuiltinConv2d)->params;
  EXPECT_EQ(params.BytesOf(7), offsetof(abi::TfLiteConvParams, quantized_bias_type));
  EXPECT_EQ(params.BytesOf(8), sizeof(abi::TfLiteConvParams));
  for (const OpInfo* info : OpInfos()) EXPECT_EQ(info->params.BytesOf(100), info->params.bytes) << info->name;
}

// Calls the shape function with scalar inputs, as many as the record lists, and `count` outputs.
Status InferWithOutputs(const OpInfo& info, size_t count) {
  const Signature& types = info.types.front();
  std::vector<ir::Tensor> tensors(types.inputs.size());
  std::vector<const ir::Tensor*> inputs;
  for (const ir::Tensor& tensor : tensors) inputs.push_back(&tensor);
  const std::vector<std::byte> options(info.params.bytes);
  const ir::Params params(options.data(), options.size());
  std::vector<ir::Shape> outputs(count);
  return InferShapes(info, {.inputs = inputs, .params = params, .outputs = outputs});
}

// True if InferShapes() guards the shape function. Operators that only an interpreter runs list no
// signatures, so their function checks the counts itself.
bool IsGuarded(const OpInfo& info) { return info.infer_shapes != nullptr && !info.types.empty(); }

TEST(OpInfo, NoShapeFunctionSeesOtherOutputsThanItsSignatures) {
  for (const OpInfo* info : OpInfos()) {
    if (!IsGuarded(*info)) continue;
    const Signature& types = info->types.front();
    const size_t listed = types.outputs.size();
    EXPECT_THAT(InferWithOutputs(*info, listed - 1).message(), HasSubstr("outputs, expected ")) << info->name;
    if (types.variadic_outputs) continue;
    EXPECT_THAT(InferWithOutputs(*info, listed + 1).message(), HasSubstr("outputs, expected ")) << info->name;
  }
}

TEST(OpInfo, NoShapeFunctionSeesFewerInputsThanItsSignatures) {
  for (const OpInfo* info : OpInfos()) {
    if (!IsGuarded(*info)) continue;
    std::vector<ir::Shape> outputs(info->types.front().outputs.size());
    const ir::Params params;
    const Status status = InferShapes(*info, {.inputs = {}, .params = params, .outputs = outputs});
    EXPECT_THAT(status.message(), HasSubstr("the node has 0 inputs")) << info->name;
  }
}

TEST(OpInfo, ShapeFunctionsWithoutSignaturesCountForThemselves) {
  for (const OpInfo* info : OpInfos()) {
    if (info->infer_shapes == nullptr || IsGuarded(*info)) continue;
    const ir::Params params;
    std::vector<ir::Shape> outputs(2, ir::Shape({3}));
    const ir::ShapeQuery query = {.inputs = {}, .params = params, .outputs = outputs};
    // Either an error, or unknown outputs.
    if (!InferShapes(*info, query).ok()) continue;
    EXPECT_THAT(outputs, testing::Each(ir::Shape({3}))) << info->name;
  }
}

TEST(OpInfo, NamesItsOperands) {
  for (const OpInfo* info : OpInfos()) {
    // If a signature takes any number of operands, the last name applies to all further ones.
    const bool any_inputs = std::ranges::any_of(info->types, &Signature::variadic);
    const bool any_outputs = std::ranges::any_of(info->types, &Signature::variadic_outputs);
    for (const Signature& signature : info->types) {
      const auto& names = info->operands;
      EXPECT_TRUE(any_inputs || names.inputs.size() == signature.inputs.size()) << info->name;
      EXPECT_TRUE(any_outputs || names.outputs.size() == signature.outputs.size()) << info->name;
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

TEST(OpInfo, NamesOperandsAndOptionsThatMoveAlong) {
  for (const OpInfo* info : OpInfos()) {
    const std::vector<std::string_view>& operands = info->operands.inputs;
    for (const MovedAttribute& attribute : info->layout.moved) {
      const bool is_operand = std::ranges::find(operands, attribute.name) != operands.end();
      EXPECT_TRUE(is_operand || info->params.bytes > 0) << info->name << " " << attribute.name;
    }
  }
}

TEST(OpInfo, HasLettersForOperandsThatItHas) {
  for (const OpInfo* info : OpInfos()) {
    EXPECT_LE(info->layout.inputs.size(), info->operands.inputs.size()) << info->name;
    EXPECT_LE(info->layout.outputs.size(), info->operands.outputs.size()) << info->name;
  }
}

}  // namespace
}  // namespace litevk
