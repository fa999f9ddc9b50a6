// Keys of constants that several operands or nodes make together: gates of LSTMs, and a normalization of
// int8.
#include "tests/delegate/lower/constant_keys.h"

namespace litevk {
namespace {

constexpr auto kInt8 = ir::DataType::kInt8;

// Indices of operands of an LSTM with 3 inputs, 4 cells and 2 outputs.
enum LstmOperand : size_t {
  kInputToOutput = 4,
  kRecurrentToOutput = 8,
  kProjection = 16,
  kProjectionBias = 17
};

class LstmKeysTest : public ConstantKeysTest {
 protected:
  ir::TensorId Floats(ir::Shape dims, float first) {
    const auto count = static_cast<size_t>(dims.NumElements());
    return build_.Floats(std::move(dims), Values(count, first));
  }
  ir::TensorId Int8s(ir::Shape dims, float first) {
    const auto count = static_cast<size_t>(dims.NumElements());
    return Scaled(build_.Int8s(std::move(dims), Bytes(count, static_cast<int>(first))), 0.5F);
  }

  ir::TensorId Weights(ir::Shape dims, float first) {
    return of_bytes_ ? Int8s(std::move(dims), first) : Floats(std::move(dims), first);
  }

  std::vector<ir::TensorId> Operands() {
    std::vector<ir::TensorId> operands(24, ir::kAbsent);
    operands[0] = build_.Runtime({1, 5, 3});
    for (size_t gate = 0; gate < 4; ++gate) {
      operands[1 + gate] = Weights({4, 3}, 1);
      operands[5 + gate] = Weights({4, 2}, 2);
      operands[12 + gate] = Floats({4}, 3);
    }
    operands[kProjection] = Weights({2, 4}, 4);
    operands[kProjectionBias] = Floats({2}, 5);
    return operands;
  }

  // Adds one LSTM of the operands, and one that has `other` in the place of operand `changed`.
  void AddPair(std::vector<ir::TensorId> operands, LstmOperand changed, ir::TensorId other) {
    for (int i = 0; i < 2; ++i) {
      operands[18] = build_.Runtime({1, 2});
      operands[19] = build_.Runtime({1, 4});
      const abi::TfLiteUnidirectionalSequenceLSTMParams params = {.activation = abi::kTfLiteActTanh};
      build_.Node(abi::kTfLiteBuiltinUnidirectionalSequenceLstm, operands, {1, 5, 2},
                  ir::Params(&params, sizeof(params)));
      operands[changed] = other;
    }
    Check(build_);
  }

  bool of_bytes_ = false;
};

TEST_F(LstmKeysTest, TellWeightsOfGates) { AddPair(Operands(), kInputToOutput, Floats({4, 3}, 7)); }

TEST_F(LstmKeysTest, TellWeightsOfProjections) { AddPair(Operands(), kProjection, Floats({2, 4}, 7)); }

TEST_F(LstmKeysTest, TellBiasesOfProjections) { AddPair(Operands(), kProjectionBias, Floats({2}, 7)); }

TEST_F(LstmKeysTest, TellWeightsOfBytes) {
  of_bytes_ = true;
  AddPair(Operands(), kInputToOutput, Int8s({4, 3}, 7));
}

TEST_F(LstmKeysTest, TellRecurrentWeightsOfBytes) {
  of_bytes_ = true;
  AddPair(Operands(), kRecurrentToOutput, Int8s({4, 2}, 7));
}

class NormalizationKeysTest : public ConstantKeysTest {
 protected:
  // Properties in which one normalization may differ from another.
  struct Form {
    ir::TensorId epsilon;
    float result_scale = 0.04F;
    bool has_negative = false;
  };

  ir::TensorId Node(int op_code, std::vector<ir::TensorId> inputs, ir::Shape dims, float scale,
                    int64_t zero_point, ir::Params params = {}) {
    return Scaled(build_.Node(op_code, std::move(inputs), std::move(dims), params, kInt8), scale, zero_point);
  }

  ir::TensorId Mean(ir::TensorId input, float scale, int64_t zero_point) {
    const abi::TfLiteReducerParams params = {.keep_dims = true};
    return Node(abi::kTfLiteBuiltinMean, {input, axis_}, {6, 1}, scale, zero_point,
                ir::Params(&params, sizeof(params)));
  }

  ir::TensorId Channels(int first, float scale, int64_t zero_point) {
    return Scaled(build_.Int8s({8}, Bytes(8, first)), scale, zero_point);
  }

  ir::TensorId Epsilon(float scale) { return Scaled(build_.Int8s({}, {127}), scale, -128); }

  ir::TensorId Negative(ir::TensorId mean) {
    const ir::TensorId floats = build_.Node(abi::kTfLiteBuiltinDequantize, {mean}, {6, 1});
    const ir::TensorId negative = build_.Node(abi::kTfLiteBuiltinNeg, {floats}, {6, 1});
    return Node(abi::kTfLiteBuiltinQuantize, {negative}, {6, 1}, kMeanScale, kMeanZero);
  }

  void Normalize(const Form& form) {
    const abi::TfLiteAddParams none = {.activation = abi::kTfLiteActNone, .pot_scale_int16 = false};
    const ir::Params params(&none, sizeof(none));
    const ir::TensorId mean = Mean(x_, kMeanScale, kMeanZero);
    const ir::TensorId squares = Node(abi::kTfLiteBuiltinSquaredDifference, {x_, mean}, kDims, 0.04F, -128);
    const ir::TensorId spread = Node(abi::kTfLiteBuiltinAdd, {Mean(squares, 0.0123F, -128), form.epsilon},
                                     {6, 1}, 0.0124F, -128, params);
    const ir::TensorId inverse = Node(abi::kTfLiteBuiltinRsqrt, {spread}, {6, 1}, 0.0091F, -128);
    const ir::TensorId factor = Node(abi::kTfLiteBuiltinMul, {inverse, scale_}, kDims, 0.0079F, -128, params);
    const ir::TensorId scaled = Node(abi::kTfLiteBuiltinMul, {x_, factor}, kDims, 0.038F, -1, params);
    const ir::TensorId shown = form.has_negative ? Negative(mean) : mean;
    const ir::TensorId moved = Node(abi::kTfLiteBuiltinMul, {shown, factor}, kDims, 0.0029F, 8, params);
    const ir::TensorId shift = Node(abi::kTfLiteBuiltinSub, {offset_, moved}, kDims, 0.0029F, -8, params);
    Node(abi::kTfLiteBuiltinAdd, {scaled, shift}, kDims, form.result_scale, 2, params);
  }

  // Adds two normalizations, each in one dispatch.
  void NormalizeTwice(const Form& other) {
    Normalize({.epsilon = epsilon_});
    Normalize(other);
    EXPECT_EQ(Check(build_).graph.dispatches.size(), 2U);
  }

  static constexpr float kMeanScale = 0.002F;
  static constexpr int kMeanZero = -14;
  const ir::Shape kDims = {6, 8};
  ir::TensorId x_ = Scaled(build_.Runtime(kDims, kInt8), 0.03F, -5);
  ir::TensorId axis_ = build_.Ints({1}, {1});
  ir::TensorId epsilon_ = Epsilon(0.0001F);
  ir::TensorId scale_ = Channels(3, 0.0047F, -128);
  ir::TensorId offset_ = Channels(5, 0.00077F, 1);
};

TEST_F(NormalizationKeysTest, TellTablesOfTheSpread) { NormalizeTwice({.epsilon = Epsilon(0.0002F)}); }

// The mean or its negative may be subtracted: with one scale they differ only in this table.
TEST_F(NormalizationKeysTest, TellTablesOfTheMean) {
  NormalizeTwice({.epsilon = epsilon_, .has_negative = true});
}

TEST_F(NormalizationKeysTest, TellIntegersOfNodes) {
  NormalizeTwice({.epsilon = epsilon_, .result_scale = 0.05F});
}

}  // namespace
}  // namespace litevk
