// The bounds of docs/NUMERICS.md, for the inputs of a run. tests/ops/check_bounds.cc compares them with those
// of the operator cases.
#include "runtime/opset/numeric_bound.h"

#include <gtest/gtest.h>

#include <array>
#include <limits>

#include "runtime/opset/element_value.h"
#include "runtime/tflite/builtin_ops.h"
#include "runtime/tflite/builtin_params.h"

namespace litevk {
namespace {

constexpr double kEpsilon = std::numeric_limits<float>::epsilon();

class NumericBoundTest : public testing::Test {
 protected:
  static ir::Tensor Floats(const ir::Shape& dims) {
    ir::Tensor tensor;
    tensor.type = ir::DataType::kFloat32;
    tensor.dims = dims;
    return tensor;
  }
  // Returns the bound of a CONV_2D of 3x3x2 values, the largest of them 100 and 5.
  NumericBound ConvBound(SumAlgorithm algorithm) const {
    const std::array<const ir::Tensor*, 1> outputs = {&output_};
    const std::array inputs = {ref::ConstView{&input_, std::as_bytes(std::span(values_))},
                               ref::ConstView{&filter_, std::as_bytes(std::span(weights_))}};
    return DeviceBoundOf(*FindOpInfo(abi::kTfLiteBuiltinConv2d), {}, inputs, outputs, algorithm);
  }

  const ir::Tensor input_ = Floats({1, 3, 3, 2});
  const ir::Tensor filter_ = Floats({1, 3, 3, 2});
  const ir::Tensor output_ = Floats({1, 1, 1, 1});
  std::array<float, 18> values_ = {100, -2};
  std::array<float, 18> weights_ = {1, -5};
};

TEST_F(NumericBoundTest, ASumHasTheErrorOfItsTerms) {
  const NumericBound bound = ConvBound(SumAlgorithm::kDirect);
  EXPECT_DOUBLE_EQ(bound.absolute, 4 * kEpsilon * std::sqrt(18.0) * 500);
  EXPECT_DOUBLE_EQ(bound.relative, 1e-5);
  EXPECT_DOUBLE_EQ(bound.For(-10), bound.absolute + 1e-4);
}

TEST_F(NumericBoundTest, OnlyFiniteValuesCount) {
  values_[5] = std::numeric_limits<float>::infinity();
  values_[6] = std::numeric_limits<float>::quiet_NaN();
  EXPECT_DOUBLE_EQ(ConvBound(SumAlgorithm::kDirect).absolute, 4 * kEpsilon * std::sqrt(18.0) * 500);
}

TEST_F(NumericBoundTest, WinogradAddsUpChannelsAndAmplifies) {
  EXPECT_DOUBLE_EQ(ConvBound(SumAlgorithm::kWinograd).absolute, 4 * kEpsilon * std::sqrt(2.0) * 500 * 21.375);
}

TEST_F(NumericBoundTest, SmallSumsHaveTheLeastBound) {
  values_ = {0.01F};
  EXPECT_EQ(ConvBound(SumAlgorithm::kDirect), (NumericBound{1e-5, 1e-5}));
}

TEST_F(NumericBoundTest, AFusedCurveIsNotExact) {
  const std::array<const ir::Tensor*, 1> outputs = {&output_};
  const std::array inputs = {ref::ConstView{&input_, std::as_bytes(std::span(values_))}};
  const OpInfo& info = *FindOpInfo(abi::kTfLiteBuiltinMaxPool2d);
  abi::TfLitePoolParams params = {};
  EXPECT_EQ(DeviceBoundOf(info, ir::Params(&params, sizeof(params)), inputs, outputs), NumericBound());
  params.activation = abi::kTfLiteActTanh;
  EXPECT_EQ(DeviceBoundOf(info, ir::Params(&params, sizeof(params)), inputs, outputs),
            (NumericBound{1e-5, 1e-5}));
}

TEST(ElementValue, StaysWithinTheType) {
  std::array<std::byte, 2> bytes = {};
  SetElementValue(ir::DataType::kInt8, bytes, 1, 300);
  EXPECT_EQ(ElementValue(ir::DataType::kInt8, bytes, 1), 127);
  EXPECT_EQ(ElementValue(ir::DataType::kInt8, bytes, 0), 0);
  SetElementValue(ir::DataType::kInt8, bytes, 0, -1.6);
  EXPECT_EQ(ElementValue(ir::DataType::kInt8, bytes, 0), -2);
  SetElementValue(ir::DataType::kBool, bytes, 0, 7);
  EXPECT_EQ(ElementValue(ir::DataType::kBool, bytes, 0), 1);
  EXPECT_FALSE(HasElementValues(ir::DataType::kString));
  EXPECT_FALSE(HasElementValues(ir::DataType::kInt4));
}

}  // namespace
}  // namespace litevk
