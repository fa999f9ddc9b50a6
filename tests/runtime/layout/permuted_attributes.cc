#include "tests/runtime/layout/permuted_attributes.h"

#include <algorithm>
#include <functional>
#include <map>

#include "runtime/tflite/builtin_params.h"

namespace litevk::test {
namespace {

using Ints = std::vector<int>;

constexpr int kRank = 3;

// Values of operands for an image of three dims, keyed by the names in the records.
const std::map<std::string_view, Ints>& Operands() {
  static const std::map<std::string_view, Ints> operands = {
      {"axis", {1}},
      {"begin", {0, 1, 1}},
      {"constant_values", {7}},
      {"depth", {3}},
      {"dilations", {1, 2, 3}},
      {"end", {2, 3, 4}},
      {"indices", {1, 0, 1}},
      {"init_value", {0}},
      {"k", {2}},
      {"multiples", {1, 2, 3}},
      {"off_value", {0}},
      {"on_value", {5}},
      {"padding_value", {9}},
      {"paddings", {1, 0, 0, 2, 1, 1}},
      {"perm", {2, 0, 1}},
      {"seq_lengths", {2, 1}},
      {"shape", {2, 3, 4}},
      {"size", {2, 1, 3}},
      {"size_splits", {1, 2}},
      {"start_indices", {0, 1, 2}},
      {"strides", {1, 1, 2}},
      {"window_dilations", {1, 1, 1}},
      {"window_shape", {1, 2, 2}},
      {"window_strides", {1, 1, 2}},
  };
  return operands;
}

template <typename T>
ir::Params Packed(const T& options) {
  return {&options, sizeof(options)};
}

// Options that are not all zero, keyed by the operator's stem.
const std::map<std::string_view, std::function<ir::Params(const DimMover&)>>& Options() {
  const auto reducer = [](const DimMover&) { return Packed(abi::TfLiteReducerParams{true}); };
  static const std::map<std::string_view, std::function<ir::Params(const DimMover&)>> options = {
      {"arg_max", [](const DimMover&) { return Packed(abi::TfLiteArgMinMaxParams{abi::kTfLiteInt32}); }},
      {"arg_min", [](const DimMover&) { return Packed(abi::TfLiteArgMinMaxParams{abi::kTfLiteInt32}); }},
      {"concatenation",
       [](const DimMover& m) {
         return Packed(abi::TfLiteConcatenationParams{m.Axis(1), abi::kTfLiteActNone});
       }},
      {"fake_quant",
       [](const DimMover&) { return Packed(abi::TfLiteFakeQuantParams{.min = 0, .max = 4, .num_bits = 8}); }},
      {"gather",
       [](const DimMover& m) {
         return Packed(abi::TfLiteGatherParams{m.Axis(1), 0});
       }},
      {"mean", reducer},
      {"mirror_pad", [](const DimMover&) { return Packed(abi::TfLiteMirrorPaddingParams{1}); }},
      {"one_hot",
       [](const DimMover& m) { return Packed(abi::TfLiteOneHotParams{m.permutation().empty() ? 1 : 0}); }},
      {"pack",
       [](const DimMover& m) {
         return Packed(abi::TfLitePackParams{2, m.permutation().empty() ? 1 : 0});
       }},
      {"reduce_all", reducer},
      {"reduce_any", reducer},
      {"reduce_max", reducer},
      {"reduce_min", reducer},
      {"reduce_prod", reducer},
      {"reduce_window", [](const DimMover&) { return Packed(abi::TfLiteReduceWindowParams{1}); }},
      {"reverse_sequence",
       [](const DimMover& m) {
         return Packed(abi::TfLiteReverseSequenceParams{m.Axis(1), m.Axis(0)});
       }},
      {"softmax", [](const DimMover&) { return Packed(abi::TfLiteSoftmaxParams{1}); }},
      {"split", [](const DimMover&) { return Packed(abi::TfLiteSplitParams{3}); }},
      {"split_v", [](const DimMover&) { return Packed(abi::TfLiteSplitParams{2}); }},
      {"strided_slice",
       [](const DimMover& m) {
         return Packed(abi::TfLiteStridedSliceParams{m.Bits(0b010), m.Bits(0b001), 0, 0, 0});
       }},
      {"sum", reducer},
      {"unpack",
       [](const DimMover& m) {
         return Packed(abi::TfLiteUnpackParams{3, m.Axis(1)});
       }},
  };
  return options;
}

const std::map<std::string_view, size_t> kResults = {{"split", 3}, {"split_v", 2}, {"unpack", 3}};

}  // namespace

int DimMover::Axis(int axis) const {
  const Permutation full = WithAllDims(permutation_, kRank);
  return static_cast<int>(std::ranges::find(full, axis) - full.begin());
}

int DimMover::Bits(int bits) const {
  int moved = 0;
  for (int axis = 0; axis < kRank; ++axis) moved |= (bits >> axis & 1) << Axis(axis);
  return moved;
}

std::vector<int> DimMover::Moved(const std::vector<int>& values, Moves moves) const {
  std::vector<int> moved = values;
  if (moves == Moves::kAxis)
    std::ranges::transform(values, moved.begin(), [&](int axis) { return Axis(axis); });
  if (moves == Moves::kPermutation) {
    const Permutation full = WithAllDims(permutation_, kRank);
    for (size_t i = 0; i < moved.size(); ++i) moved[i] = Axis(values[static_cast<size_t>(full[i])]);
  }
  if (moves == Moves::kPerDim) {
    const size_t row = values.size() / static_cast<size_t>(kRank);
    const Permutation full = WithAllDims(permutation_, kRank);
    for (size_t i = 0; i < moved.size(); ++i)
      moved[i] = values[static_cast<size_t>(full[i / row]) * row + i % row];
  }
  return moved;
}

const std::vector<int>& OperandValues(std::string_view name) { return Operands().at(name); }

ir::Params ParamsOf(const OpInfo& info, const DimMover& mover) {
  const auto options = Options().find(info.stem);
  if (options != Options().end()) return options->second(mover);
  const std::vector<std::byte> zeros(info.params.bytes);
  return {zeros.data(), zeros.size()};
}

size_t ResultCount(const OpInfo& info) {
  const auto results = kResults.find(info.stem);
  return results == kResults.end() ? info.types.front().outputs.size() : results->second;
}

}  // namespace litevk::test
