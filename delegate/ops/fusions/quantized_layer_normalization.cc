// Layer normalization of int8, with each node of the float pattern rounding to 8 bits, as converters write
// it. The pattern becomes one dispatch of the nodes' own arithmetic.
#include <algorithm>
#include <array>
#include <bit>
#include <string>
#include <utility>
#include <vector>

#include "delegate/ops/common/quantization_constants.h"
#include "delegate/ops/elementwise/byte_table.h"
#include "delegate/ops/elementwise/quantized_binary.h"
#include "delegate/ops/fusions/fusions.h"
#include "runtime/opset/common/quantized_reduce.h"
#include "runtime/tflite/builtin_ops.h"
#include "shaders/quantized_normalization.h"

namespace litevk {
namespace {

using Shader = shaders::QuantizedNormalization;

constexpr int kAdd = abi::kTfLiteBuiltinAdd;
constexpr int kMean = abi::kTfLiteBuiltinMean;
constexpr int kMul = abi::kTfLiteBuiltinMul;
constexpr int kSquaredDifference = abi::kTfLiteBuiltinSquaredDifference;
constexpr int kSub = abi::kTfLiteBuiltinSub;

// Indices of the captures.
constexpr size_t kX = 0;
constexpr size_t kEpsilon = 1;
constexpr size_t kScale = 2;
constexpr size_t kOffset = 3;

// True if no value of a root's operand is below zero: such values have no result.
bool TakesAllIntegers(const ir::NodeView& view) {
  const ir::Tensor& input = view.input(0);
  return input.type == ir::DataType::kInt8 && QuantizedZeroOf(input) == ir::RangeOf(input.type).lowest;
}

std::vector<FusionRule> Rules() {
  return {
      // x * (inverse * scale) + (offset - mean * (inverse * scale))
      {"value", kAdd, {"scaled", "shift"}, true},
      {"scaled", kMul, {"x", "factor"}, true},
      {"shift", kSub, {"offset", "moved"}},
      {"shift", kAdd, {"moved", "offset"}, true},
      {"moved", kMul, {"negative mean", "factor"}, true},
      {"moved", kMul, {"mean", "factor"}, true},
      {"negative mean", abi::kTfLiteBuiltinQuantize, {"negative float"}},
      {"negative float", abi::kTfLiteBuiltinNeg, {"float"}},
      {"float", abi::kTfLiteBuiltinDequantize, {"mean"}},
      {"factor", kMul, {"inverse", "scale"}, true},
      {"inverse", abi::kTfLiteBuiltinRsqrt, {"spread"}, false, TakesAllIntegers},
      {"spread", kAdd, {"variance", "epsilon"}, true},
      {"variance", kMean, {"squares"}, false, ReducesRows},
      {"squares", kSquaredDifference, {"x", "mean"}, true},
      {"mean", kMean, {"x"}, false, ReducesRows},
  };
}

// A node of the match with two operands; `first` is the operand that the shader reads first.
struct Pair {
  const ir::Node* node = nullptr;
  ir::TensorId first = ir::kAbsent;

  ir::TensorId second() const { return node->inputs[node->inputs[0] == first ? 1 : 0]; }
};

// The nodes of a match, by the parts that they play.
class Parts {
 public:
  Parts(const ir::Graph& graph, const FusionMatch& match) : graph_(graph), match_(match) {
    const ir::Node& root = graph.nodes[static_cast<size_t>(match.root)];
    const bool is_scaled = MakerOf(root.inputs[0])->op_code == kMul;
    value = {&root, root.inputs[is_scaled ? 0 : 1]};
    scaled = {MakerOf(value.first), match.input()};
    const ir::TensorId factor_id = scaled.second();
    shift.node = MakerOf(value.second());
    shift.first = Pair{shift.node, match.captured[kOffset]}.second();
    moved.node = MakerOf(shift.first);
    moved.first = Pair{moved.node, factor_id}.second();
    factor.node = MakerOf(factor_id);
    factor.first = Pair{factor.node, match.captured[kScale]}.second();
    inverse = MakerOf(factor.first);
    spread = MakerOf(inverse->inputs[0]);
    variance = MakerOf(Pair{spread, match.captured[kEpsilon]}.second());
    squares = {MakerOf(variance->inputs[0]), match.input()};
    mean = MakerOf(squares.second());
  }

  // Returns the nodes between the mean and the multiplication: none, or the one that negates the mean.
  std::vector<int> PositionsOfMean() const {
    std::vector<int> positions;
    for (ir::TensorId id = moved.first; id != mean->outputs[0]; id = MakerOf(id)->inputs[0]) {
      positions.insert(positions.begin(), graph_.PositionOf(*MakerOf(id)));
    }
    return positions;
  }

  Pair squares, factor, moved, shift, scaled, value;
  const ir::Node* mean;
  const ir::Node* variance;
  const ir::Node* spread;
  const ir::Node* inverse;

 private:
  const ir::Node* MakerOf(ir::TensorId id) const {
    const auto makes = [&](int position) {
      return graph_.nodes[static_cast<size_t>(position)].outputs[0] == id;
    };
    const auto found = std::ranges::find_if(match_.positions, makes);
    return &graph_.nodes[static_cast<size_t>(found == match_.positions.end() ? match_.root : *found)];
  }

  const ir::Graph& graph_;
  const FusionMatch& match_;
};

// Appends the constants that the shader reads for a node of two operands.
void AppendPair(const ir::Graph& graph, const Pair& pair, std::vector<int32_t>& integers) {
  const int op = pair.node->op_code;
  const bool is_of_int8 = op == kAdd || op == kSquaredDifference;
  const QuantizedBinaryRow& row = BinaryRowOf(op, is_of_int8 ? "int8" : "8 bits");
  auto own = BinaryConstantsOf({graph, *pair.node}, row);
  if (pair.node->inputs[0] != pair.first) std::swap_ranges(own.begin(), own.begin() + 4, own.begin() + 4);
  own.back() = op == kSub ? -1 : 1;
  integers.insert(integers.end(), own.begin(), own.end());
}

void AppendMean(const ir::Graph& graph, const ir::Node& node, std::vector<int32_t>& integers) {
  const ir::Tensor& input = graph.tensor(node.inputs[0]);
  const ir::Tensor& output = graph.tensor(node.outputs[0]);
  const int count = input.dims.channels();
  const FixedPoint factor = MultiplierOfMean(input, output, count);
  const std::array<int32_t, 8> own = {count * ZeroPointOf(input), factor.multiplier, factor.left,
                                      factor.right, ZeroPointOf(output)};
  integers.insert(integers.end(), own.begin(), own.end());
}

std::vector<int32_t> IntegersOf(const ir::Graph& graph, const Parts& parts) {
  std::vector<int32_t> integers;
  for (const Pair& pair :
       {parts.squares, parts.factor, parts.moved, parts.shift, parts.scaled, parts.value}) {
    AppendPair(graph, pair, integers);
  }
  AppendMean(graph, *parts.mean, integers);
  AppendMean(graph, *parts.variance, integers);
  return integers;
}

gpu::TensorId AddSteps(Lowering& lowering) {
  const ir::Graph& graph = lowering.view().graph();
  const Parts parts(graph, *lowering.fused().match);
  std::vector<int32_t> integers = IntegersOf(graph, parts);
  const std::array inverse = {graph.PositionOf(*parts.spread), graph.PositionOf(*parts.inverse)};
  const std::array tables = {TableOfChain(graph, parts.variance->outputs[0], inverse),
                             TableOfChain(graph, parts.mean->outputs[0], parts.PositionsOfMean())};
  std::string key = "layer normalization " + tables[0].key + tables[1].key;
  for (const int32_t integer : integers) key.append(" ").append(std::to_string(integer));
  const size_t words = integers.size() + tables.size() * kTableBytes / sizeof(int32_t);
  const auto write = [integers = std::move(integers), tables](std::span<std::byte> to) -> Status {
    const auto own = std::as_bytes(std::span(integers));
    std::ranges::copy(own, to.begin());
    LITEVK_RETURN_IF_ERROR(tables[0].table(to.subspan(own.size(), kTableBytes)));
    return tables[1].table(to.subspan(own.size() + kTableBytes, kTableBytes));
  };
  return lowering.AddConstant("steps of a layer normalization", words, gpu::Storage::kBits32, write,
                              std::move(key));
}

constexpr uint32_t kGroup = 64;  // invocations of a workgroup

// Returns how many invocations share a row: as many as keep the device busy.
uint32_t LanesOf(const Lowering& lowering, int64_t rows, uint32_t words) {
  const int64_t busy = int64_t{lowering.limits().profile.parallel_workgroups} * kGroup;
  const auto wanted = static_cast<uint32_t>(std::clamp<int64_t>(busy / rows, 1, kGroup));
  return std::min(std::bit_ceil(words), std::bit_floor(wanted));
}

void Lower(Lowering& lowering) {
  const ir::Shape& dims = lowering.output_dims();
  const FusionMatch& match = *lowering.fused().match;
  const auto words = static_cast<uint32_t>(dims.channels() / 4);
  const uint32_t lanes = LanesOf(lowering, dims.Rows(), words);
  lowering.Emit<Shader>({.kLocalSizeX = kGroup, .kLanes = lanes},
                        {.rows = static_cast<uint32_t>(dims.Rows()), .row_words = words},
                        {.source = lowering.Input(0),
                         .scale = lowering.Operand(match.captured[kScale]),
                         .offset = lowering.Operand(match.captured[kOffset]),
                         .steps = AddSteps(lowering),
                         .result = lowering.Output()},
                        FlatGroups(dims.Rows() * lanes, kGroup, lowering.limits()));
}

bool IsOfChannels(const ir::Tensor& tensor, int channels) {
  return tensor.dims.rank() > 0 && tensor.dims.channels() == channels && tensor.dims.Rows() == 1;
}

// Returns no steps; nothing if rows are not whole words, or if epsilon is not known.
std::optional<std::vector<EpilogueStep>> NoSteps(const ir::Graph& graph, const FusionMatch& match) {
  const ir::Shape& dims = graph.tensor(match.captured[kX]).dims;
  const ir::Tensor& epsilon = graph.tensor(match.captured[kEpsilon]);
  if (dims.has_unknown() || dims.channels() % 4 != 0 || !epsilon.is_known() ||
      epsilon.dims.NumElements() != 1) {
    return std::nullopt;
  }
  for (const size_t operand : {kScale, kOffset}) {
    if (!IsOfChannels(graph.tensor(match.captured[operand]), dims.channels())) return std::nullopt;
  }
  return std::vector<EpilogueStep>();
}

}  // namespace

const Fusion kQuantizedLayerNormalization = {
    .name = "layer normalization of int8",
    .rules = Rules(),
    .captures = {{"x", ir::DataType::kInt8},
                 {"epsilon", ir::DataType::kInt8},
                 {"scale", ir::DataType::kInt8},
                 {"offset", ir::DataType::kInt8}},
    .steps = NoSteps,
    .kernel = {.reads_strided = FindsOffsets, .writes_strided = StridedResult::kAnywhere, .lower = Lower},
};

}  // namespace litevk
