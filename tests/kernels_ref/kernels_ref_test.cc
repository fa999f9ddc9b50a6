// The reference kernels on values small enough to compute by hand.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <array>
#include <cmath>
#include <deque>
#include <limits>
#include <numeric>
#include <set>
#include <string_view>

#include "delegate/kernel/op_spec.h"
#include "runtime/opset/run_node.h"
#include "runtime/tflite/builtin_ops.h"
#include "runtime/tflite/builtin_params.h"
#include "tests/kernels_ref/kernel_calls.h"

namespace litevk::ref {
namespace {

using ::testing::ElementsAre;
using ::testing::FloatNear;
using ::testing::HasSubstr;
using ::testing::Pointwise;
constexpr float kInfinity = std::numeric_limits<float>::infinity();

// Returns 0, 1, 2, ...
template <typename T = float>
std::vector<T> Count(int size) {
  std::vector<T> values(static_cast<size_t>(size));
  std::iota(values.begin(), values.end(), T{0});
  return values;
}

TEST(KernelTable, HasEveryOperatorOfTheOpTable) {
  for (const OpSpec& spec : OpTable()) EXPECT_NE(FindKernel(spec.op_code), nullptr) << spec.op_code;
  EXPECT_EQ(FindKernel(abi::kTfLiteBuiltinDelegate), nullptr);
}

TEST(KernelTable, HasAFunctionForTheNameOfEachSignature) {
  for (const KernelRow* row : KernelTable()) {
    std::set<std::string_view> names;
    for (const Signature& signature : row->info.types) {
      EXPECT_TRUE(names.insert(signature.name).second) << row->info.name << ": " << signature.name;
      EXPECT_NE(row->functions.Find(signature.name), nullptr) << row->info.name << ": " << signature.name;
    }
    for (const NamedKernelFn& named : row->functions.named()) {
      EXPECT_TRUE(names.contains(named.signature)) << row->info.name << ": " << named.signature;
    }
  }
}

TEST(KernelTable, WritesTheNamesOfSignaturesInOneStyle) {
  for (const KernelRow* row : KernelTable()) {
    for (const Signature& signature : row->info.types) {
      EXPECT_EQ(signature.name.find('_'), std::string_view::npos) << row->info.name << ": " << signature.name;
      EXPECT_EQ(signature.name.find(" from "), std::string_view::npos)
          << row->info.name << ": " << signature.name;
    }
  }
}

TEST(KernelTable, FindsTheFunctionOfTheTypes) {
  const KernelRow& row = *FindKernel(abi::kTfLiteBuiltinBatchMatmul);
  ir::Tensor floats;
  floats.type = ir::DataType::kFloat32;
  ir::Tensor integers;
  integers.type = ir::DataType::kInt8;
  ir::Tensor sums;
  sums.type = ir::DataType::kInt32;
  const std::array<const ir::Tensor*, 2> of_floats = {&floats, &floats};
  const std::array<const ir::Tensor*, 2> of_integers = {&integers, &integers};
  const std::array<const ir::Tensor*, 1> to_floats = {&floats};
  const std::array<const ir::Tensor*, 1> to_sums = {&sums};
  EXPECT_EQ(FunctionFor(row, of_floats, to_floats), row.functions.Find("float32"));
  EXPECT_EQ(FunctionFor(row, of_integers, to_sums), row.functions.Find("int8 to int32"));
  EXPECT_NE(row.functions.Find("float32"), row.functions.Find("int8 to int32"));
}

TEST(KernelTable, CallsNoFunctionWhereNothingIsWritten) {
  const KernelFn fail = [](const KernelArgs&) { return InvalidArgument("called"); };
  const KernelRow row = {*FindOpInfo(abi::kTfLiteBuiltinNeg), fail};
  ir::Tensor tensor;
  tensor.type = ir::DataType::kFloat32;
  tensor.dims = {1 << 30, 0};
  ir::Tensor state = tensor;
  const ConstView input = {&tensor, {}};
  const MutableView output = {&tensor, {}};
  const MutableView variable = {&state, {}};
  const ir::Params params;
  const KernelArgs args = {
      .params = params, .inputs = {&input, 1}, .outputs = {&output, 1}, .variables = {&variable, 1}};
  EXPECT_EQ(RunKernel(row, args).message(), "");
  EXPECT_EQ(RunKernel({row.info, fail, /*checks_values=*/true}, args).message(), "called");
  state.dims = {1};
  EXPECT_EQ(RunKernel(row, args).message(), "called") << "a state is updated";
  state.dims = {0};
  tensor.dims = {1};
  EXPECT_EQ(RunKernel(row, args).message(), "called");
}

TEST(Arithmetic, BroadcastsAndClamps) {
  const auto run = [](int op_code, int activation) {
    return Node(op_code)
        .Input<float>({2, 1, 2}, {1, 2, 3, 4})
        .Input<float>({2, 1}, {10, -2})
        .Options(abi::TfLiteAddParams{.activation = activation, .pot_scale_int16 = false})
        .Values();
  };
  EXPECT_THAT(run(abi::kTfLiteBuiltinAdd, abi::kTfLiteActNone), ElementsAre(11, 12, -1, 0, 13, 14, 1, 2));
  EXPECT_THAT(run(abi::kTfLiteBuiltinSub, abi::kTfLiteActRelu), ElementsAre(0, 0, 3, 4, 0, 0, 5, 6));
  EXPECT_THAT(run(abi::kTfLiteBuiltinMul, abi::kTfLiteActRelu6), ElementsAre(6, 6, 0, 0, 6, 6, 0, 0));
  EXPECT_THAT(run(abi::kTfLiteBuiltinDiv, abi::kTfLiteActReluN1To1),
              Pointwise(FloatNear(1e-7F), Floats{0.1F, 0.2F, -0.5F, -1, 0.3F, 0.4F, -1, -1}));
}

TEST(Arithmetic, RefusesOtherTypes) {
  const auto result = Node(abi::kTfLiteBuiltinAdd).Input<int8_t>({1}, {1}).Input<int>({1}, {2}).Run();
  EXPECT_EQ(result.status().code(), StatusCode::kUnsupported);
  EXPECT_THAT(result.status().message(), HasSubstr("types are int8, int32 -> "));
}

TEST(Arithmetic, AScalarAndRankSix) {
  Node node(abi::kTfLiteBuiltinMaximum);
  node.Input<float>({}, {2}).Input<float>({1, 1, 2, 1, 1, 2}, {1, 2, 3, 4});
  EXPECT_THAT(node.Values(), ElementsAre(2, 2, 3, 4));
}

TEST(Elementwise, Values) {
  const auto run = [](int op_code) { return Node(op_code).Input<float>({5}, {-4, -0.5F, 0, 2, 7}).Values(); };
  EXPECT_THAT(run(abi::kTfLiteBuiltinRelu), ElementsAre(0, 0, 0, 2, 7));
  EXPECT_THAT(run(abi::kTfLiteBuiltinRelu6), ElementsAre(0, 0, 0, 2, 6));
  EXPECT_THAT(run(abi::kTfLiteBuiltinReluN1To1), ElementsAre(-1, -0.5F, 0, 1, 1));
  EXPECT_THAT(run(abi::kTfLiteBuiltinHardSwish),
              Pointwise(FloatNear(1e-6F), Floats{0, -1.25F / 6, 0, 10.0F / 6, 7}));
  EXPECT_THAT(run(abi::kTfLiteBuiltinLogistic),
              Pointwise(FloatNear(1e-6F), Floats{0.01798621F, 0.37754067F, 0.5F, 0.88079708F, 0.99908895F}));
  EXPECT_THAT(run(abi::kTfLiteBuiltinTanh),
              Pointwise(FloatNear(1e-6F), Floats{-0.99932930F, -0.46211716F, 0, 0.96402758F, 0.99999834F}));
}

TEST(Elementwise, WithASlope) {
  Node leaky(abi::kTfLiteBuiltinLeakyRelu);
  leaky.Input<float>({3}, {-4, 0, 2}).Options(abi::TfLiteLeakyReluParams{0.25F});
  EXPECT_THAT(leaky.Values(), ElementsAre(-1, 0, 2));
  Node prelu(abi::kTfLiteBuiltinPrelu);
  prelu.Input<float>({1, 2, 2}, {-4, -4, 3, -1}).Input<float>({2}, {0.5F, 2});
  EXPECT_THAT(prelu.Values(), ElementsAre(-2, -8, 3, -2));
}

TEST(Softmax, SubtractsTheLargest) {
  Node node(abi::kTfLiteBuiltinSoftmax);
  node.Input<float>({2, 2}, {1000, 1000, 0, std::log(3.0F) / 2}).Options(abi::TfLiteSoftmaxParams{2.0F});
  EXPECT_THAT(node.Values(), Pointwise(FloatNear(1e-6F), Floats{0.5F, 0.5F, 0.25F, 0.75F}));
}

TEST(Mean, AnyAxes) {
  const auto run = [](const std::vector<int>& axes) {
    return Node(abi::kTfLiteBuiltinMean)
        .Input<float>({2, 2, 3}, Count(12))
        .Input<int>({static_cast<int>(axes.size())}, axes)
        .Values();
  };
  EXPECT_THAT(run({0, -1}), ElementsAre(4, 7));
  EXPECT_THAT(run({1, 1}), ElementsAre(1.5F, 2.5F, 3.5F, 7.5F, 8.5F, 9.5F));
  EXPECT_THAT(run({0, 1, 2}), ElementsAre(5.5F));
}

TEST(ResizeBilinear, Alignments) {
  const auto run = [](abi::TfLiteResizeBilinearParams options) {
    return Node(abi::kTfLiteBuiltinResizeBilinear)
        .Input<float>({1, 1, 2, 1}, {0, 4})
        .Input<int>({2}, {1, 4})
        .Options(options)
        .Values();
  };
  EXPECT_THAT(run({false, false}), ElementsAre(0, 2, 4, 4));
  EXPECT_THAT(run({false, true}), ElementsAre(0, 1, 3, 4));
  EXPECT_THAT(run({true, false}), Pointwise(FloatNear(1e-6F), Floats{0, 4.0F / 3, 8.0F / 3, 4}));
}

TEST(Rearrange, AnyElementSize) {
  Node reshape(abi::kTfLiteBuiltinReshape);
  reshape.Input<int8_t>({2, 2}, {1, 2, 3, 4}).Input<int>({1}, {-1});
  EXPECT_THAT(reshape.Values<int8_t>(), ElementsAre(1, 2, 3, 4));
  Node pad(abi::kTfLiteBuiltinPad);
  pad.Input<int>({1, 2}, {7, 8}).Input<int>({2, 2}, {1, 0, 0, 1});
  EXPECT_THAT(pad.Values<int>(), ElementsAre(0, 0, 0, 7, 8, 0));
  Node concatenation(abi::kTfLiteBuiltinConcatenation);
  concatenation.Input<uint16_t>({2, 1}, {1, 2}).Input<uint16_t>({2, 2}, {3, 4, 5, 6});
  concatenation.Options(abi::TfLiteConcatenationParams{-1, 0});
  EXPECT_THAT(concatenation.Values<uint16_t>(), ElementsAre(1, 3, 4, 2, 5, 6));
}

TEST(Rearrange, Blocks) {
  const abi::TfLiteBlockSizeParams two = {2};
  Node depth_to_space(abi::kTfLiteBuiltinDepthToSpace);
  depth_to_space.Input<float>({1, 1, 2, 4}, Count(8)).Options(two);
  EXPECT_THAT(depth_to_space.Values(), ElementsAre(0, 1, 4, 5, 2, 3, 6, 7));
  Node space_to_depth(abi::kTfLiteBuiltinSpaceToDepth);
  space_to_depth.Input<float>({1, 2, 4, 1}, {0, 1, 4, 5, 2, 3, 6, 7}).Options(two);
  EXPECT_EQ(space_to_depth.Values(), Count(8));
}

TEST(StridedSlice, ForwardsBackwardsAndShrunk) {
  const auto run = [](const std::vector<int>& stride, int shrink_mask) {
    return Node(abi::kTfLiteBuiltinStridedSlice)
        .Input<float>({3, 4}, Count(12))
        .Input<int>({2}, {2, 1})
        .Input<int>({2}, {-4, 4})
        .Input<int>({2}, stride)
        .Options(abi::TfLiteStridedSliceParams{0, 0, 0, 0, shrink_mask, false})
        .Values();
  };
  EXPECT_THAT(run({-2, 2}, 0), ElementsAre(9, 11, 1, 3));
  EXPECT_THAT(run({1, 1}, 1), ElementsAre(9, 10, 11));
  EXPECT_THAT(run({1, 1}, 0), ElementsAre());
}

TEST(Bool, IsTrueWhereItsByteIsNotZero) {
  const std::vector<AnyByte> bytes = {{0}, {128}, {0}, {2}};
  const std::vector<int> axis = {0};
  const auto reduced = [&](int op_code) {
    return Node(op_code).Input({4}, bytes).Input({1}, axis).Values<AnyByte>()[0].byte;
  };
  EXPECT_EQ(reduced(abi::kTfLiteBuiltinReduceAny), 1);
  EXPECT_EQ(reduced(abi::kTfLiteBuiltinReduceAll), 0);
  EXPECT_EQ(reduced(abi::kTfLiteBuiltinReduceMax), 1);
  EXPECT_THAT(Node(abi::kTfLiteBuiltinCast).Input({4}, bytes).Values<int>(), ElementsAre(0, 1, 0, 1));
}

TEST(Dequantize, EveryKindOfHalf) {
  Node node(abi::kTfLiteBuiltinDequantize);
  node.Input<uint16_t>({8}, {0x3C00, 0xC500, 0x0001, 0x83FF, 0x7BFF, 0x7C00, 0xFC00, 0x8000});
  const Floats values = node.Values();
  EXPECT_THAT(values, ElementsAre(1, -5, 0x1p-24F, -0x1.FF8p-15F, 65504, kInfinity, -kInfinity, 0));
  EXPECT_TRUE(std::signbit(values[7]));
  EXPECT_TRUE(std::isnan(Node(abi::kTfLiteBuiltinDequantize).Input<uint16_t>({1}, {0x7E01}).Values()[0]));
}

// Layout of TfLiteIntArray: the count, then the values.
abi::TfLiteIntArray* IntArray(std::vector<int>& counted) {
  return reinterpret_cast<abi::TfLiteIntArray*>(counted.data());
}

// Sparsity of a 4x4 matrix of 2x2 blocks, with blocks (0, 1) and (1, 0) stored; rows of blocks are
// dense.
struct BlockSparsity {
  std::vector<int> order = {4, 0, 1, 2, 3};
  std::vector<int> block_map = {2, 0, 1};
  std::vector<int> segments = {3, 0, 1, 2};
  std::vector<int> indices = {2, 1, 0};
  abi::TfLiteDimensionMetadata dims[4] = {
      {abi::kTfLiteDimDense, 2, nullptr, nullptr},
      {abi::kTfLiteDimSparseCSR, 0, IntArray(segments), IntArray(indices)},
      {abi::kTfLiteDimDense, 2, nullptr, nullptr},
      {abi::kTfLiteDimDense, 2, nullptr, nullptr},
  };
  abi::TfLiteSparsity sparsity = {IntArray(order), IntArray(block_map), dims, 4};

  Node Densify(const std::vector<int8_t>& values) const {
    Node node(abi::kTfLiteBuiltinDensify);
    node.Input<int8_t>({4, 4}, values).Sparse(sparsity);
    return node;
  }
};

TEST(Densify, SpreadsBlocks) {
  const BlockSparsity matrix;
  EXPECT_THAT(matrix.Densify(Count<int8_t>(8)).Values<int8_t>(),
              ElementsAre(0, 0, 0, 1, 0, 0, 2, 3, 4, 5, 0, 0, 6, 7, 0, 0));
}

TEST(Densify, RefusesBrokenMetadata) {
  const auto error = [](const BlockSparsity& matrix, int stored) {
    return matrix.Densify(Count<int8_t>(stored)).Run<int8_t>().status().message();
  };
  EXPECT_THAT(error({}, 7), HasSubstr("stores 7 bytes"));
  BlockSparsity matrix;
  matrix.indices[1] = 2;
  EXPECT_THAT(error(matrix, 8), HasSubstr("index 2 in a level of 2"));
}

}  // namespace
}  // namespace litevk::ref
