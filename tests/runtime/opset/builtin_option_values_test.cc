// Values of options tables in the parameter structs.
#include "runtime/opset/builtin_options.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cstdint>
#include <span>
#include <vector>

#include "runtime/opset/tensor_type.h"
#include "runtime/tflite/builtin_params.h"
#include "tests/runtime/model/test_model.h"
#include "tests/runtime/opset/parsed_options.h"

namespace litevk::test {
namespace {

using testing::HasSubstr;

TEST(BuiltinOptions, DimsOfStablehlo) {
  schema::StablehloScatterOptionsT options;
  options.update_window_dims = {1, 2};
  options.inserted_window_dims = {0};
  options.index_vector_dim = 3;
  options.unique_indices = true;
  options.update_computation_subgraph_index = 7;
  const Parsed parsed = Parse2(abi::kTfLiteBuiltinStablehloScatter, options);
  ASSERT_TRUE(parsed.ok()) << parsed.message();
  const auto& params = parsed.As<abi::TfLiteStablehloScatterParams>();
  EXPECT_THAT(std::vector(params.update_window_dims, params.update_window_dims + 2),
              testing::ElementsAre(1, 2));
  EXPECT_EQ(params.num_update_window_dims, 2);
  EXPECT_EQ(params.num_inserted_window_dims, 1);
  EXPECT_EQ(params.num_scatter_dims_to_operand_dims, 0);
  EXPECT_EQ(params.index_vector_dim, 3);
  EXPECT_TRUE(params.unique_indices);
  EXPECT_EQ(params.update_computation_subgraph_index, 7);
  options.update_window_dims.resize(9);
  EXPECT_EQ(Parse2(abi::kTfLiteBuiltinStablehloScatter, options).message(),
            "9 dims in its options, expected 8 or less");
}

TEST(BuiltinOptions, BranchesOfACase) {
  schema::StablehloCaseOptionsT options;
  options.branch_subgraph_indices = {3, 1, 2};
  const Parsed parsed = Parse2(abi::kTfLiteBuiltinStablehloCase, options);
  ASSERT_TRUE(parsed.ok()) << parsed.message();
  EXPECT_EQ(parsed.As<abi::TfLiteStablehloCaseParams>().num_branches, 3U);
  EXPECT_EQ(parsed.As<abi::TfLiteStablehloCaseParams>().branch_subgraph_indices[1], 1);
}

TEST(BuiltinOptions, OfACompositePointIntoTheModel) {
  schema::StableHLOCompositeOptionsT options;
  options.name = "odml.rms_norm";
  options.decomposition_subgraph_index = 2;
  options.composite_attributes = {1, 2, 3};
  const Parsed parsed = Parse2(abi::kTfLiteBuiltinStablehloComposite, options);
  ASSERT_TRUE(parsed.ok()) << parsed.message();
  const auto& params = parsed.As<abi::TfLiteStablehloCompositeParams>();
  EXPECT_STREQ(params.name, "odml.rms_norm");
  EXPECT_EQ(params.subgraph_index, 2);
  EXPECT_EQ(params.attributes_size, 3U);
  EXPECT_EQ(params.attributes[2], 3);
}

TEST(BuiltinOptions, RandomAlgorithmsAreRenumbered) {
  schema::StablehloRngBitGeneratorOptionsT options;
  options.algorithm = schema::RngAlgorithm::THREEFRY;
  const Parsed parsed = Parse2(abi::kTfLiteBuiltinStablehloRngBitGenerator, options);
  ASSERT_TRUE(parsed.ok()) << parsed.message();
  EXPECT_EQ(parsed.As<abi::TfLiteStablehloRngBitGeneratorParams>().algorithm,
            abi::kTfLiteRngAlgorithmThreefry);
}

TEST(BuiltinOptions, Convolution) {
  schema::Conv2DOptionsT options;
  options.padding = schema::Padding::VALID;
  options.stride_w = 2;
  options.stride_h = 3;
  options.fused_activation_function = schema::ActivationFunctionType::RELU6;
  options.dilation_w_factor = 4;
  options.dilation_h_factor = 5;
  const Parsed parsed = Parse(abi::kTfLiteBuiltinConv2d, options);
  const auto& params = parsed.As<abi::TfLiteConvParams>();
  EXPECT_EQ(params.padding, abi::kTfLitePaddingValid);
  EXPECT_EQ(params.stride_width, 2);
  EXPECT_EQ(params.stride_height, 3);
  EXPECT_EQ(params.activation, abi::kTfLiteActRelu6);
  EXPECT_EQ(params.dilation_width_factor, 4);
  EXPECT_EQ(params.dilation_height_factor, 5);
}

TEST(BuiltinOptions, PoolingOfEveryKind) {
  schema::Pool2DOptionsT options;
  options.padding = schema::Padding::SAME;
  options.stride_w = 2;
  options.stride_h = 3;
  options.filter_width = 4;
  options.filter_height = 5;
  for (const int op_code :
       {abi::kTfLiteBuiltinAveragePool2d, abi::kTfLiteBuiltinMaxPool2d, abi::kTfLiteBuiltinL2Pool2d}) {
    const Parsed parsed = Parse(op_code, options);
    const auto& params = parsed.As<abi::TfLitePoolParams>();
    EXPECT_EQ(params.padding, abi::kTfLitePaddingSame);
    EXPECT_EQ(params.stride_width, 2);
    EXPECT_EQ(params.stride_height, 3);
    EXPECT_EQ(params.filter_width, 4);
    EXPECT_EQ(params.filter_height, 5);
    EXPECT_EQ(params.activation, abi::kTfLiteActNone);
  }
}

TEST(BuiltinOptions, ElementTypesAreRenumbered) {
  schema::CastOptionsT options;
  options.in_data_type = schema::TensorType::FLOAT32;
  options.out_data_type = schema::TensorType::FLOAT16;
  const Parsed parsed = Parse(abi::kTfLiteBuiltinCast, options);
  EXPECT_EQ(parsed.As<abi::TfLiteCastParams>().in_data_type, abi::kTfLiteFloat32);
  EXPECT_EQ(parsed.As<abi::TfLiteCastParams>().out_data_type, abi::kTfLiteFloat16);
}

TEST(BuiltinOptions, UnknownElementTypesAreRefused) {
  schema::ShapeOptionsT options;
  options.out_type = static_cast<schema::TensorType>(100);
  EXPECT_THAT(Parse(abi::kTfLiteBuiltinShape, options).message(),
              HasSubstr("element type 100 in its options is not known"));
}

TEST(BuiltinOptions, MirrorPadModesAreRenumbered) {
  schema::MirrorPadOptionsT options;
  options.mode = schema::MirrorPadMode::REFLECT;
  EXPECT_EQ(Parse(abi::kTfLiteBuiltinMirrorPad, options).As<abi::TfLiteMirrorPaddingParams>().mode,
            abi::kTfLiteMirrorPaddingReflect);
  options.mode = schema::MirrorPadMode::SYMMETRIC;
  EXPECT_EQ(Parse(abi::kTfLiteBuiltinMirrorPad, options).As<abi::TfLiteMirrorPaddingParams>().mode,
            abi::kTfLiteMirrorPaddingSymmetric);
}

TEST(BuiltinOptions, ListsOfDimsAreCopied) {
  schema::SqueezeOptionsT options;
  options.squeeze_dims = {1, -1, 3, 4, 5, 6, 7, 8};
  const Parsed parsed = Parse(abi::kTfLiteBuiltinSqueeze, options);
  const auto& params = parsed.As<abi::TfLiteSqueezeParams>();
  EXPECT_EQ(params.num_squeeze_dims, 8);
  EXPECT_EQ(params.squeeze_dims[1], -1);
  EXPECT_EQ(params.squeeze_dims[7], 8);
}

TEST(BuiltinOptions, EmptyListsHaveNoDims) {
  EXPECT_EQ(Parse(abi::kTfLiteBuiltinReshape, schema::ReshapeOptionsT())
                .As<abi::TfLiteReshapeParams>()
                .num_dimensions,
            0);
}

TEST(BuiltinOptions, Lstm) {
  schema::LSTMOptionsT options;
  options.fused_activation_function = schema::ActivationFunctionType::TANH;
  options.cell_clip = 1.5F;
  options.proj_clip = 2.5F;
  options.kernel_type = schema::LSTMKernelType::BASIC;
  options.asymmetric_quantize_inputs = true;
  const Parsed parsed = Parse(abi::kTfLiteBuiltinLstm, options);
  const auto& params = parsed.As<abi::TfLiteLSTMParams>();
  EXPECT_EQ(params.activation, abi::kTfLiteActTanh);
  EXPECT_EQ(params.cell_clip, 1.5F);
  EXPECT_EQ(params.proj_clip, 2.5F);
  EXPECT_EQ(params.kernel_type, abi::kTfLiteLSTMBasicKernel);
  EXPECT_TRUE(params.asymmetric_quantize_inputs);
}

TEST(BuiltinOptions, NamesOfVariablesPointIntoTheModel) {
  schema::VarHandleOptionsT options;
  options.shared_name = "counter";
  const Parsed parsed = Parse(abi::kTfLiteBuiltinVarHandle, options);
  EXPECT_EQ(parsed.As<abi::TfLiteVarHandleParams>().container, nullptr);
  EXPECT_STREQ(parsed.As<abi::TfLiteVarHandleParams>().shared_name, "counter");
}

TEST(BuiltinOptions, SubgraphsOfControlFlow) {
  schema::WhileOptionsT options;
  options.cond_subgraph_index = 3;
  options.body_subgraph_index = 4;
  const Parsed parsed = Parse(abi::kTfLiteBuiltinWhile, options);
  EXPECT_EQ(parsed.As<abi::TfLiteWhileParams>().cond_subgraph_index, 3);
  EXPECT_EQ(parsed.As<abi::TfLiteWhileParams>().body_subgraph_index, 4);
}

TEST(BuiltinOptions, EveryElementTypeHasItsNumber) {
  using Types = std::vector<int>;
  Types numbers;
  for (int type = -1; type <= static_cast<int>(litevk::schema::TensorType::MAX) + 1; ++type) {
    numbers.push_back(ToTfLiteType(static_cast<litevk::schema::TensorType>(type)));
  }
  // Values of tflite/converter/core/c/tflite_types.h, in the order of the format; 0 at both ends for unknown
  // types.
  EXPECT_EQ(numbers,
            (Types{0, 1, 10, 2, 3, 4, 5, 6, 7, 8, 9, 11, 12, 13, 14, 15, 16, 17, 18, 19, 20, 21, 22, 23, 0}));
}

}  // namespace
}  // namespace litevk::test
