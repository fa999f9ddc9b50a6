// The keys of tables, of fused steps, and of constants made from scales and zero points.
#include <string>

#include "tests/delegate/lower/constant_keys.h"

namespace litevk {
namespace {

constexpr auto kInt8 = ir::DataType::kInt8;
constexpr auto kUInt8 = ir::DataType::kUInt8;

class TableKeysTest : public ConstantKeysTest {
 protected:
  ir::TensorId Node(int op_code, std::vector<ir::TensorId> inputs, ir::DataType type = kInt8,
                    float scale = 0.5F, int64_t zero_point = 3, ir::Params params = {}) {
    const ir::Shape dims = build_.graph().tensor(inputs[0]).dims;
    return Scaled(build_.Node(op_code, std::move(inputs), dims, params, type), scale, zero_point);
  }

  ir::TensorId LeakyRelu(ir::TensorId input, float alpha, float scale = 0.5F, int64_t zero_point = 3) {
    const abi::TfLiteLeakyReluParams params = {.alpha = alpha};
    return Node(abi::kTfLiteBuiltinLeakyRelu, {input}, build_.graph().tensor(input).type, scale, zero_point,
                ir::Params(&params, sizeof(params)));
  }

  ir::TensorId Combine(int op_code, ir::TensorId left, ir::TensorId right, float scale = 0.5F) {
    const abi::TfLiteAddParams params = {.activation = abi::kTfLiteActNone, .pot_scale_int16 = false};
    return Node(op_code, {left, right}, kInt8, scale, 3, ir::Params(&params, sizeof(params)));
  }

  // Adds a layer of bytes, which nodes behind it are fused into.
  ir::TensorId Layer(ir::TensorId image, float scale = 16) {
    const ir::TensorId filter = Scaled(build_.Int8s({8, 1, 1, 8}, Bytes(64)), 0.5F);
    const abi::TfLiteConvParams params = {abi::kTfLitePaddingSame, 1, 1, abi::kTfLiteActNone, 1, 1};
    return Node(abi::kTfLiteBuiltinConv2d, {image, filter, ir::kAbsent}, kInt8, scale, 3,
                ir::Params(&params, sizeof(params)));
  }

  ir::TensorId Integer(int8_t value) { return Scaled(build_.Int8s({1}, {value}), 0.5F, 3); }

  ir::TensorId image_ = Image({1, 4, 4, 8});
};

TEST_F(TableKeysTest, TellOptions) {
  LeakyRelu(image_, 0.25F);
  LeakyRelu(image_, 0.5F);
  Check(build_);
}

TEST_F(TableKeysTest, TellScales) {
  LeakyRelu(image_, 0.25F);
  LeakyRelu(image_, 0.25F, 0.75F);
  LeakyRelu(Scaled(build_.Runtime({1, 4, 4, 8}, kInt8), 0.375F, 5), 0.25F);
  Check(build_);
}

TEST_F(TableKeysTest, TellZeroPoints) {
  LeakyRelu(image_, 0.25F);
  LeakyRelu(image_, 0.25F, 0.5F, 4);
  LeakyRelu(Scaled(build_.Runtime({1, 4, 4, 8}, kInt8), 0.25F, 6), 0.25F);
  Check(build_);
}

TEST_F(TableKeysTest, TellTypes) {
  LeakyRelu(image_, 0.25F);
  LeakyRelu(Image({1, 4, 4, 8}, kUInt8), 0.25F);
  Check(build_);
}

TEST_F(TableKeysTest, TellOperators) {
  Node(abi::kTfLiteBuiltinHardSwish, {image_});
  Node(abi::kTfLiteBuiltinRelu, {image_});
  Check(build_);
}

TEST_F(TableKeysTest, TellKnownOperandsOfSteps) {
  Combine(abi::kTfLiteBuiltinMul, Layer(image_), Integer(5));
  Combine(abi::kTfLiteBuiltinMul, Layer(image_), Integer(4));
  Check(build_);
}

TEST_F(TableKeysTest, TellTablesOfSteps) {
  Node(abi::kTfLiteBuiltinHardSwish, {Layer(image_)});
  Node(abi::kTfLiteBuiltinElu, {Layer(image_)});
  Check(build_);
}

TEST_F(TableKeysTest, TellIntegersOfSteps) {
  Combine(abi::kTfLiteBuiltinAdd, Layer(image_), image_);
  Combine(abi::kTfLiteBuiltinAdd, Layer(image_), image_, 0.75F);
  Check(build_);
}

TEST_F(TableKeysTest, TellFloatsOfSteps) {
  build_.Node(abi::kTfLiteBuiltinDequantize, {Layer(image_)}, {1, 4, 4, 8});
  build_.Node(abi::kTfLiteBuiltinDequantize, {Layer(image_, 32)}, {1, 4, 4, 8});
  Check(build_);
}

TEST_F(TableKeysTest, TellConstantsOfScales) {
  Combine(abi::kTfLiteBuiltinAdd, image_, image_);
  Combine(abi::kTfLiteBuiltinAdd, image_, image_, 0.75F);
  Check(build_);
}

TEST_F(TableKeysTest, TellWhatFloatsAreStoredAs) {
  for (const float scale : {0.5F, 0.75F}) {
    const ir::TensorId floats = build_.Conv(build_.Runtime({1, 4, 4, 8}), {1, 4, 4, 8});
    Node(abi::kTfLiteBuiltinQuantize, {floats}, kInt8, scale);
  }
  Check(build_);
}

TEST_F(TableKeysTest, TellScalesAndZeroPointsOfJoinedBytes) {
  const abi::TfLiteConcatenationParams params = {.axis = 3, .activation = abi::kTfLiteActNone};
  std::vector<ir::TensorId> inputs;
  for (const auto& [scale, zero_point] : {std::pair(0.25F, 5), {0.375F, 5}, {0.25F, 6}}) {
    inputs.push_back(Scaled(build_.Runtime({1, 4, 4, 8}, kUInt8), scale, zero_point));
  }
  Scaled(build_.Node(abi::kTfLiteBuiltinConcatenation, inputs, {1, 4, 4, 24},
                     ir::Params(&params, sizeof(params)), kUInt8),
         0.5F, 7);
  Check(build_);
}

// Lines of 4 points and of 8.
TEST_F(TableKeysTest, TellSizes) {
  build_.Node(abi::kTfLiteBuiltinRfft2d, {build_.Runtime({8, 4}), build_.Ints({2}, {8, 4})}, {8, 3}, {},
              ir::DataType::kComplex64);
  Check(build_);
}

TEST_F(TableKeysTest, TellPackingsOfOneTensor) {
  const ir::TensorId filter = build_.Floats({8, 1, 1, 8}, Values(64));
  const abi::TfLiteConvParams params = {abi::kTfLitePaddingSame, 1, 1, abi::kTfLiteActNone, 1, 1};
  build_.Node(abi::kTfLiteBuiltinConv2d, {build_.Runtime({1, 4, 4, 8}), filter, ir::kAbsent}, {1, 4, 4, 8},
              ir::Params(&params, sizeof(params)));
  build_.Add(build_.Runtime({8, 1, 1, 8}), filter, {8, 1, 1, 8});
  Check(build_);
}

}  // namespace
}  // namespace litevk
