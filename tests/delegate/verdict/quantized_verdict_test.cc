// Verdicts on quantized convolutions.
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

// An int8 convolution of two channels to three, with scales for each.
class QuantizedConvVerdictTest : public VerdictTest {
 protected:
  QuantizedConvVerdictTest() {
    image_ = model_.Input({1, 4, 4, 2}, ir::DataType::kInt8);
    filter_ = model_.Constant({3, 1, 1, 2}, ir::DataType::kInt8, std::vector<int8_t>(6, 1));
    bias_ = model_.Ints({1, 2, 3});
    const abi::TfLiteConvParams params = {abi::kTfLitePaddingSame, 1, 1, abi::kTfLiteActRelu6, 1, 1};
    result_ = model_.Node(abi::kTfLiteBuiltinConv2d, {image_, filter_, bias_}, {1}, params);
    model_.tensor(result_).type = ir::DataType::kInt8;
    model_.tensor(image_).quantization = {{0.5F}, {-128}, 0};
    model_.tensor(filter_).quantization = {{0.5F, 0.25F, 0.125F}, {0, 0, 0}, 0};
    model_.tensor(bias_).quantization = {{0.25F, 0.125F, 0.0625F}, {0, 0, 0}, 0};
    model_.tensor(result_).quantization = {{0.5F}, {127}, 0};
  }

  ir::Quantization& quantization(int id) { return model_.tensor(id).quantization; }

  int image_;
  int filter_;
  int bias_;
  int result_;
};

TEST_F(QuantizedConvVerdictTest, Supported) {
  EXPECT_EQ(Judge().reason, "");
  quantization(filter_) = {{0.5F}, {0}, 0};
  quantization(bias_) = {};
  EXPECT_EQ(Judge().reason, "");
  model_.last_node().inputs.pop_back();
  EXPECT_EQ(Judge().reason, "");
}

TEST_F(QuantizedConvVerdictTest, Quantization) {
  quantization(image_) = {};
  Expect(ReasonCode::kQuantized, "input: it has no scale");
  quantization(image_) = {{0.5F}, {0}, 0};
  quantization(filter_).zero_points[1] = 2;
  Expect(ReasonCode::kQuantized, "filter: zero point 2, expected 0");
  quantization(filter_) = {{0.5F, 0.5F}, {0, 0}, 0};
  Expect(ReasonCode::kQuantized, "filter: 2 scales and dims 3x1x1x2");
  quantization(filter_) = {{0.5F}, {0}, 0};
  quantization(result_).scales = {-0.5F};
  Expect(ReasonCode::kQuantized, "output: a scale is -0.5");
}

TEST_F(QuantizedConvVerdictTest, Types) {
  model_.tensor(bias_).type = ir::DataType::kInt64;
  Expect(ReasonCode::kType,
         "types are int8, int8, int64 -> int8, expected float32, float32, float32 (optional) -> float32 or");
  model_.tensor(bias_).type = ir::DataType::kInt32;
  model_.tensor(filter_).type = ir::DataType::kUInt8;
  Expect(ReasonCode::kType,
         "int8 per tensor, int8 per channel on axis 0, int32 (optional) -> int8 per tensor");
}

TEST_F(QuantizedConvVerdictTest, Constraints) {
  quantization(result_).scales = {1e-12F};
  Expect(ReasonCode::kConstraint, "the bounds of the fused activation");
  quantization(result_).scales = {0.5F};
  model_.tensor(filter_).constness = ir::Constness::kRuntime;
  Expect(ReasonCode::kConstraint, "the filter of a quantized convolution is constant");
}

TEST_F(QuantizedConvVerdictTest, OpenDims) {
  model_.tensor(image_).dims = {ir::kUnknownDim, ir::kUnknownDim, 4, 2};
  EXPECT_EQ(Judge().reason, "");
}

}  // namespace
}  // namespace litevk
