#include "delegate/verdict/verdict.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstddef>
#include <span>

#include "runtime/opset/custom_ops.h"
#include "runtime/opset/op_versions.h"
#include "runtime/tflite/builtin_ops.h"
#include "runtime/tflite/builtin_params.h"
#include "tests/delegate/verdict/verdict_fixture.h"
#include "tests/host/model_builder.h"

namespace litevk {
namespace {

using testing::HasSubstr;

TEST_F(VerdictTest, Supported) {
  EXPECT_TRUE(Judge().supported());
  EXPECT_EQ(Judge().reason, "");
}

TEST_F(VerdictTest, CustomOperator) {
  model_.last_node().op_code = abi::kTfLiteBuiltinCustom;
  model_.last_node().custom_name = "Mine";
  Expect(ReasonCode::kCustomOp, "custom operator Mine");
}

TEST_F(VerdictTest, OperatorOfTensorFlow) {
  model_.last_node().op_code = abi::kTfLiteBuiltinCustom;
  model_.last_node().custom_name = "FlexErf";
  Expect(ReasonCode::kCustomOp, "custom operator FlexErf: the model was converted with SELECT_TF_OPS");
}

TEST_F(VerdictTest, CustomOperatorOfOursWithDamagedOptions) {
  model_.Node(abi::kTfLiteBuiltinCustom, {input_, input_}, {1, 4, 4, 3});
  ir::Node& node = model_.last_node();
  node.custom_name = "MaxUnpooling2D";
  node.custom_options.resize(3);
  ResolveCustomNode(node, node.custom_options);
  Expect(ReasonCode::kParamsMissing, "its options have 3 bytes, expected 20 or more");
  node.custom_options.clear();
  for (const int member : {int{abi::kTfLitePaddingSame}, 2, 2, 2, 2}) {
    const auto bytes = std::as_bytes(std::span(&member, 1));
    node.custom_options.insert(node.custom_options.end(), bytes.begin(), bytes.end());
  }
  ResolveCustomNode(node, node.custom_options);
  EXPECT_TRUE(Judge().supported()) << Judge().reason;
}

TEST_F(VerdictTest, CustomOperatorOfOursThatIsAsCustomAsOthers) {
  model_.Node(abi::kTfLiteBuiltinCustom, {input_, input_}, {1, 4, 4, 3});
  model_.last_node().custom_name = "Mfcc";
  ResolveCustomNode(model_.last_node(), {});
  Expect(ReasonCode::kOpNotListed, "not supported on the GPU");
}

TEST_F(VerdictTest, UnlistedOperator) {
  model_.last_node().op_code = abi::kTfLiteBuiltinLshProjection;
  Expect(ReasonCode::kOpNotListed, "not supported on the GPU");
}

// The reason is the same whether the GPU has the operator or not.
TEST_F(VerdictTest, DimsThatDependOnData) {
  const std::string diagnostic = "its output's dims depend on values that only a run computes: ";
  const int target = model_.Input({2}, ir::DataType::kInt32);
  model_.Node(abi::kTfLiteBuiltinReshape, {input_, target}, {3, 4}, abi::TfLiteReshapeParams());
  Expect(ReasonCode::kDataDependent, diagnostic + "shape is not a dense constant of the model");
  const int positions = model_.Node(abi::kTfLiteBuiltinWhere, {input_}, {1, 4});
  model_.tensor(positions).type = ir::DataType::kInt64;
  Expect(ReasonCode::kDataDependent, diagnostic);
  const int limit = model_.Input({});
  model_.Node(abi::kTfLiteBuiltinRange, {model_.Floats({}, {0}), limit, model_.Floats({}, {1})}, {1});
  Expect(ReasonCode::kDataDependent, diagnostic + "limit is not a constant of the model");
}

TEST_F(VerdictTest, UnreviewedVersion) {
  const int last = LastVersion(abi::kTfLiteBuiltinAdd);
  model_.last_node().version = last;
  EXPECT_TRUE(Judge().supported());
  model_.last_node().version = last + 1;
  Expect(ReasonCode::kVersionUnreviewed, "version " + std::to_string(last + 1) + " is above " +
                                             std::to_string(last) + ", the last one reviewed");
}

TEST_F(VerdictTest, MissingParams) {
  model_.last_node().params = {};
  Expect(ReasonCode::kParamsMissing, "no operator parameters");
}

TEST_F(VerdictTest, Counts) {
  model_.last_node().inputs = {input_};
  Expect(ReasonCode::kInputCount, "found 1 inputs");
  model_.last_node().inputs = {input_, ir::kAbsent};
  Expect(ReasonCode::kInputCount, "a required one is absent");
  model_.last_node().inputs = {input_, input_, input_};
  Expect(ReasonCode::kInputCount, "found 3 inputs");
  model_.last_node().inputs = {input_, input_};
  model_.last_node().outputs = {output_, model_.Tensor({1})};
  Expect(ReasonCode::kOutputCount, "found 2 outputs, expected 1");
  model_.last_node().outputs = {};
  Expect(ReasonCode::kOutputCount, "found 0 outputs, expected 1");
}

TEST_F(VerdictTest, Types) {
  for (const auto type : {ir::DataType::kInt32, ir::DataType::kString, ir::DataType::kResource,
                          ir::DataType::kVariant, ir::DataType::kComplex64, ir::DataType::kOther}) {
    model_.tensor(input_).type = type;
    const std::string name(ir::Name(type));
    Expect(ReasonCode::kType,
           "types are " + name + ", " + name + " -> float32, expected float32, float32 -> float32");
  }
}

TEST_F(VerdictTest, Tensors) {
  model_.tensor(input_).is_variable = true;
  Expect(ReasonCode::kVariable, "variable");
  model_.tensor(input_).is_variable = false;
  model_.tensor(input_).is_dynamic = true;
  Expect(ReasonCode::kDynamicTensor, "only during the run");
  model_.tensor(input_).is_dynamic = false;
  const abi::TfLiteSparsity sparsity = {};
  model_.tensor(input_).sparsity = &sparsity;
  Expect(ReasonCode::kSparse, "takes no sparse tensors");
  model_.tensor(input_).sparsity = nullptr;
  // A scale on a float tensor means nothing to TFLite.
  model_.tensor(input_).quantization.scales = {0.5F};
  EXPECT_TRUE(Judge().supported());
}

// Nothing is known of such a tensor, so the reason does not blame the model.
TEST_F(VerdictTest, InputWithoutRank) {
  const int filter = model_.Floats({2, 3}, std::vector<float>(6));
  const int unknown = model_.Input({});
  model_.tensor(unknown).has_rank = false;
  model_.Node(abi::kTfLiteBuiltinFullyConnected, {unknown, filter}, {}, abi::TfLiteFullyConnectedParams());
  Expect(ReasonCode::kRankUnknown, "the rank of input 0 is not known when the delegate is applied");
  model_.tensor(unknown).has_rank = true;
  Expect(ReasonCode::kShape, "input is a scalar, expected rows of 3 as in the filter");
}

// The rank of a result of an unknown rank is not known either.
TEST_F(VerdictTest, ResultWithoutRank) {
  const int unknown = model_.Input({});
  model_.tensor(unknown).has_rank = false;
  const int result = model_.Node(abi::kTfLiteBuiltinTanh, {unknown}, {});
  EXPECT_TRUE(Judge().supported()) << Judge().reason;
  EXPECT_FALSE(model_.tensor(result).has_rank);
  model_.Node(abi::kTfLiteBuiltinSoftmax, {result}, {}, abi::TfLiteSoftmaxParams{1});
  Expect(ReasonCode::kRankUnknown, "the rank of input 0");
}

TEST_F(VerdictTest, DimsBehindNodesOfTheInterpreter) {
  const int keys = model_.Input({1, 4}, ir::DataType::kString);
  const int handle = model_.Input({1}, ir::DataType::kResource);
  const int found = model_.Node(abi::kTfLiteBuiltinHashtableFind, {handle, keys, model_.Ints({0})}, {});
  model_.tensor(found).has_rank = false;
  Expect(ReasonCode::kOpNotListed, "not supported on the GPU");
  EXPECT_EQ(model_.tensor(found).dims, (ir::Shape{1, 4}));
  EXPECT_TRUE(model_.tensor(found).has_rank);
}

TEST_F(VerdictTest, QuantizedIntegers) {
  const int scaled = model_.Input({4}, ir::DataType::kInt8);
  model_.tensor(scaled).quantization = {{0.5F}, {0}, 0};
  const int zeros = model_.Node(abi::kTfLiteBuiltinZerosLike, {scaled}, {4});
  model_.tensor(zeros).type = ir::DataType::kInt8;
  Expect(ReasonCode::kQuantized, "tensor 2 (4) is quantized, which is not supported");
}

// The CPU's kernel reads a third input; the GPU's does not.
TEST_F(VerdictTest, FewerInputsThanTheRecordHas) {
  const int paddings = model_.Constant({4, 2}, ir::DataType::kInt32, std::vector<int>(8, 1));
  model_.Node(abi::kTfLiteBuiltinPad, {input_, paddings}, {3, 4, 4, 5});
  EXPECT_EQ(Judge().reason, "");
  model_.last_node().inputs.push_back(input_);
  Expect(ReasonCode::kInputCount, "found 3 inputs");
  model_.last_node().inputs.back() = ir::kAbsent;
  Expect(ReasonCode::kInputCount, "found 3 inputs");
}

// TFLite's kernels also move the integers as they are.
TEST_F(VerdictTest, MovedIntegersMayHaveAnotherScale) {
  const int integers = model_.Input({1, 2, 2, 4}, ir::DataType::kInt8);
  model_.tensor(integers).quantization = {{0.5F}, {3}, 0};
  const abi::TfLiteBlockSizeParams blocks = {2};
  const int moved = model_.Node(abi::kTfLiteBuiltinDepthToSpace, {integers}, {1, 4, 4, 1}, blocks);
  model_.tensor(moved).type = ir::DataType::kInt8;
  model_.tensor(moved).quantization = {{0.25F}, {4}, 0};
  EXPECT_EQ(Judge().reason, "");
}

TEST_F(VerdictTest, StackedIntegersKeepTheirQuantization) {
  const int integers = model_.Input({2, 3}, ir::DataType::kInt8);
  model_.tensor(integers).quantization = {{0.5F}, {3}, 0};
  const abi::TfLitePackParams params = {.values_count = 1, .axis = 0};
  const int stacked = model_.Node(abi::kTfLiteBuiltinPack, {integers}, {1, 2, 3}, params);
  model_.tensor(stacked).type = ir::DataType::kInt8;
  Expect(ReasonCode::kQuantized, "tensor 2 (2x3) is quantized in another way than tensor 3");
  model_.tensor(stacked).quantization = model_.tensor(integers).quantization;
  EXPECT_EQ(Judge().reason, "");
  model_.tensor(stacked).quantization.zero_points = {4};
  Expect(ReasonCode::kQuantized, "is quantized in another way than");
}

TEST_F(VerdictTest, MoreDimsThanTheDeviceWalks) {
  model_.tensor(input_).dims = {1, 1, 1, 2, 2, 3};
  EXPECT_EQ(Judge().reason, "");
  model_.tensor(input_).dims = {1, 1, 1, 1, 2, 2, 3};
  Expect(ReasonCode::kConstraint, "not met: inputs have at most 6 dims");
}

// The CPU's kernel takes uint16; the GPU's does not.
TEST_F(VerdictTest, FewerTypesThanTheRecordHas) {
  const int integers = model_.Input({1, 2, 2, 4}, ir::DataType::kUInt16);
  const int sums = model_.Node(abi::kTfLiteBuiltinStablehloAdd, {integers, integers}, {1, 2, 2, 4});
  model_.tensor(sums).type = ir::DataType::kUInt16;
  Expect(ReasonCode::kType,
         "types are uint16, uint16 -> uint16, expected T, T -> T; T: float32, int32, int64 or T, T -> T; T: "
         "int8, uint8, int16");
}

TEST_F(VerdictTest, EmptyTensor) {
  model_.tensor(input_).dims = {1, 0, 2, 3};
  Expect(ReasonCode::kEmptyTensor, "tensor 0 (1x0x2x3) has no elements");
}

TEST_F(VerdictTest, NegativeDim) {
  model_.tensor(input_).dims = {1, -1, 2, 3};
  Expect(ReasonCode::kShape, "dim below 0");
}

TEST_F(VerdictTest, BytesOfConstants) {
  const int stored = model_.Floats({4}, {1, 2, 3});
  model_.Node(abi::kTfLiteBuiltinRelu, {stored}, {4});
  Expect(ReasonCode::kConstantData, "has 12 bytes, expected 16");
}

TEST_F(VerdictTest, Shapes) {
  model_.last_node().inputs = {input_, model_.Input({5})};
  EXPECT_EQ(Judge().code, ReasonCode::kShape);
}

TEST_F(VerdictTest, Constraint) {
  const abi::TfLiteAddParams tanh = {.activation = abi::kTfLiteActTanh, .pot_scale_int16 = false};
  model_.Node(abi::kTfLiteBuiltinAdd, {input_, input_}, {1, 2, 2, 3}, tanh);
  Expect(ReasonCode::kConstraint, "not met: the fused activation is none or one that clamps");
}

TEST_F(VerdictTest, DeviceLimit) {
  gpu::DeviceLimits limits;
  limits.max_storage_buffer_range_bytes = 48;
  EXPECT_TRUE(Judge(limits).supported());
  limits.max_storage_buffer_range_bytes = 47;
  EXPECT_THAT(Judge(limits).reason, HasSubstr("has 48 bytes, above the 47 that the device can bind"));
  limits.max_allocation_bytes = 46;
  EXPECT_THAT(Judge(limits).reason,
              HasSubstr("has 48 bytes, above the 46 that the device can allocate at once"));
}

// Dims of the model file may be stale: the rule decides.
TEST_F(VerdictTest, InferredDimsReplaceTheModels) {
  const int relu = model_.Node(abi::kTfLiteBuiltinRelu, {output_}, {9, 9});
  EXPECT_TRUE(Judge().supported());
  EXPECT_EQ(model_.tensor(relu).dims, (ir::Shape{1, 2, 2, 3}));
}

TEST_F(VerdictTest, ConstantsFold) {
  const int stored = model_.Floats({3}, {1, 2, 3});
  const int once = model_.Node(abi::kTfLiteBuiltinRelu, {stored}, {3});
  const int twice = model_.Node(abi::kTfLiteBuiltinTanh, {once}, {3});
  const int mixed = model_.Node(abi::kTfLiteBuiltinAdd, {twice, input_}, {1, 2, 2, 3}, kNoActivation);
  EXPECT_TRUE(Judge().supported());
  EXPECT_EQ(model_.tensor(once).constness, ir::Constness::kFolded);
  EXPECT_EQ(model_.tensor(twice).constness, ir::Constness::kFolded);
  EXPECT_EQ(model_.tensor(mixed).constness, ir::Constness::kRuntime);
}

TEST_F(VerdictTest, DensifyOfARuntimeTensor) {
  model_.Node(abi::kTfLiteBuiltinDensify, {input_}, {1, 2, 2, 3});
  EXPECT_FALSE(Judge().supported());
}

TEST(ReasonTableTest, IsInOrderAndComplete) {
  for (size_t i = 0; i < ReasonTable().size(); ++i) {
    EXPECT_EQ(static_cast<size_t>(ReasonTable()[i].code), i);
    EXPECT_FALSE(ReasonTable()[i].name.empty());
    EXPECT_FALSE(ReasonTable()[i].diagnostic.empty());
  }
  EXPECT_EQ(ReasonTable().back().code, ReasonCode::kShapeElsewhere);
}

}  // namespace
}  // namespace litevk
