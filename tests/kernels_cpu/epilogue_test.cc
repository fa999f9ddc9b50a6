// Epilogues: layers that apply one to their output, and binary operators as epilogues.
#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "tests/kernels_cpu/conv_options.h"
#include "tests/kernels_cpu/own_isas.h"
#include "tests/kernels_cpu/quantized_node.h"

namespace litevk::cpu {
namespace {

using enum ir::DataType;

template <typename T>
class AddOne : public Epilogue {
 public:
  explicit AddOne(T* values) : values_(values) {}
  void Apply(int64_t first, int64_t count) const override {
    for (int64_t i = first; i < first + count; ++i) values_[i] = static_cast<T>(values_[i] + 1);
  }

 private:
  T* values_;
};

struct Layer {
  int op_code;
  ir::Shape image;
  ir::Shape filter;
};

// Parts of rows and columns, groups among them.
const std::vector<Layer>& Layers() {
  static const std::vector<Layer> layers = {
      {abi::kTfLiteBuiltinConv2d, {1, 5, 7, 3}, {20, 1, 1, 3}},
      {abi::kTfLiteBuiltinConv2d, {2, 9, 6, 5}, {33, 3, 3, 5}},
      {abi::kTfLiteBuiltinConv2d, {1, 6, 6, 8}, {6, 3, 2, 4}},
      {abi::kTfLiteBuiltinConv2d, {1, 24, 24, 32}, {40, 3, 3, 32}},
      {abi::kTfLiteBuiltinFullyConnected, {1, 13}, {70, 13}},
      {abi::kTfLiteBuiltinFullyConnected, {23, 600}, {500, 600}},
  };
  return layers;
}

struct Types {
  QuantizedType input;
  QuantizedType weights;
  QuantizedType bias;
  QuantizedType output;
};

// Expects that a layer's kernel applies an epilogue to each value of its output once.
template <typename T>
void ExpectEachValueOnce(const Layer& layer, const Types& types, Isa isa) {
  SCOPED_TRACE("operator " + std::to_string(layer.op_code) + ", filter " + layer.filter.ToString());
  QuantizedNode node(layer.op_code, types.output);
  const ir::Shape bias = {layer.filter[0]};
  node.Input(types.input, layer.image, 1).Input(types.weights, layer.filter, 2);
  const size_t bias_bytes = static_cast<size_t>(bias[0]) * ref::ElementBytes(types.bias.type);
  node.Input(types.bias, bias, QuantizedNode::Bytes(bias_bytes));
  SetLayerOptions(layer.op_code, Conv(1, 1, abi::kTfLitePaddingSame), node);
  for (const int threads : {1, 2}) {
    auto expected = node.Fast(isa, threads);
    const auto result =
        node.FastBy(isa, threads, [](const PreparedKernel& kernel, const ref::KernelArgs& args) {
          const AddOne<T> epilogue(args.outputs[0].data<T>());
          return kernel.AsLayer()->Compute(args, &epilogue);
        });
    ASSERT_TRUE(expected.has_value() && result.has_value()) << "no fast kernel";
    ASSERT_TRUE(expected->ok() && result->ok()) << expected->status().message();
    auto& bytes = **expected;
    AddOne<T>(reinterpret_cast<T*>(bytes.data())).Apply(0, static_cast<int64_t>(bytes.size() / sizeof(T)));
    EXPECT_EQ(**result, bytes);
  }
}

class EpilogueTest : public ::testing::TestWithParam<IsaRow> {};

TEST_P(EpilogueTest, IsAppliedToEachValueOfALayer) {
  for (const Layer& layer : Layers()) {
    ExpectEachValueOnce<int8_t>(
        layer, {{kInt8, 0.05F, -7}, {kInt8, 0.02F}, {kInt32, 0.001F}, {kInt8, 0.3F, 11}}, GetParam().isa);
    ExpectEachValueOnce<uint8_t>(
        layer, {{kUInt8, 0.05F, 131}, {kUInt8, 0.02F, 126}, {kInt32, 0.001F}, {kUInt8, 0.3F, 120}},
        GetParam().isa);
    ExpectEachValueOnce<int16_t>(
        layer, {{kInt16, 0.001F}, {kInt8, 0.02F}, {kInt64, 0.00002F}, {kInt16, 0.01F}}, GetParam().isa);
  }
}

// Random bytes would be NaNs among floats, so these are small integers.
TEST_P(EpilogueTest, IsAppliedToEachFloatOfALayer) {
  for (const Layer& layer : Layers()) {
    SCOPED_TRACE("operator " + std::to_string(layer.op_code) + ", filter " + layer.filter.ToString());
    QuantizedNode node(layer.op_code, {kFloat32});
    for (const ir::Shape& dims : {layer.image, layer.filter}) {
      std::vector<float> values(static_cast<size_t>(dims.NumElements()));
      for (size_t i = 0; i < values.size(); ++i) values[i] = static_cast<float>(i * 7 % 5);
      node.Values({kFloat32}, dims, values);
    }
    SetLayerOptions(layer.op_code, Conv(1, 1, abi::kTfLitePaddingSame), node);
    const auto expected = node.Plain();
    const auto result =
        node.FastBy(GetParam().isa, 2, [](const PreparedKernel& kernel, const ref::KernelArgs& args) {
          const AddOne<float> epilogue(args.outputs[0].data<float>());
          return kernel.AsLayer()->Compute(args, &epilogue);
        });
    ASSERT_TRUE(expected.ok() && result.has_value() && result->ok());
    auto bytes = *expected;
    AddOne<float>(reinterpret_cast<float*>(bytes.data())).Apply(0, static_cast<int64_t>(bytes.size() / 4));
    EXPECT_EQ(**result, bytes);
  }
}

// Computes a binary operator in place as an epilogue: over the values of one operand, in parts that are no
// whole vectors.
void ExpectOperatorOverwrites(int op_code, const QuantizedType& type, int overwritten, Isa isa) {
  SCOPED_TRACE("operator " + std::to_string(op_code) + ", operand " + std::to_string(overwritten));
  constexpr int64_t kCount = 101;
  QuantizedNode node(op_code, type);
  node.Input(type, {kCount}, 1).Input(type, {kCount}, 2);
  node.Options(abi::TfLiteArithmeticParams{});
  const auto expected = node.Plain();
  const auto result = node.FastBy(isa, 1, [&](const PreparedKernel& kernel, const ref::KernelArgs& args) {
    std::vector<ref::ConstView> inputs(args.inputs.begin(), args.inputs.end());
    ref::ConstView& input = inputs[static_cast<size_t>(overwritten)];
    std::ranges::copy(input.bytes, args.outputs[0].bytes.begin());
    input.bytes = args.outputs[0].bytes;
    const auto epilogue = kernel.AsEpilogue({args.params, inputs, args.outputs, {}});
    EXPECT_NE(epilogue, nullptr);
    epilogue->Apply(64, 37);
    epilogue->Apply(3, 61);
    epilogue->Apply(0, 3);
    return Status();
  });
  ASSERT_TRUE(expected.ok() && result.has_value() && result->ok());
  EXPECT_EQ(**result, *expected);
}

TEST_P(EpilogueTest, MayBeABinaryOperator) {
  for (const int op_code : {abi::kTfLiteBuiltinAdd, abi::kTfLiteBuiltinSub, abi::kTfLiteBuiltinMul}) {
    for (const int operand : {0, 1}) {
      ExpectOperatorOverwrites(op_code, {kInt8, 0.05F, -7}, operand, GetParam().isa);
      ExpectOperatorOverwrites(op_code, {kUInt8, 0.05F, 131}, operand, GetParam().isa);
      ExpectOperatorOverwrites(op_code, {kInt16, 0.001F}, operand, GetParam().isa);
    }
  }
}

TEST_P(EpilogueTest, BroadcastsNothing) {
  QuantizedNode node(abi::kTfLiteBuiltinAdd, {kInt8, 0.05F});
  node.Input({kInt8, 0.05F}, {4, 5}).Input({kInt8, 0.05F}, {5});
  node.Options(abi::TfLiteArithmeticParams{});
  const auto result =
      node.FastBy(GetParam().isa, 1, [](const PreparedKernel& kernel, const ref::KernelArgs& args) {
        EXPECT_EQ(kernel.AsEpilogue(args), nullptr);
        return Status();
      });
  EXPECT_TRUE(result.has_value() && result->ok());
}

INSTANTIATE_TEST_SUITE_P(Isas, EpilogueTest, ::testing::ValuesIn(OwnIsas()), kNameOfIsa);

}  // namespace
}  // namespace litevk::cpu
