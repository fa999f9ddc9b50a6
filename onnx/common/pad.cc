#include "onnx/common/pad.h"

#include <numeric>

#include "runtime/opset/common/quantized_zero.h"

namespace litevk::to_onnx {
namespace {

// Returns the value with which TFLite pads if a node has no operand for it.
Name ZeroLike(NodeWriter& node) {
  return node.ScalarLike(node.input(0), node.is_scaled(0) ? 0 : PaddingValue(node.input(0), node.output(0)));
}

// Returns stored paddings in ONNX's order: those before all dims, then those after.
Name StoredPads(Emitter& onnx, const std::vector<int64_t>& paddings, const Permutation& permutation) {
  std::vector<int64_t> before;
  std::vector<int64_t> after;
  for (size_t i = 0; i + 1 < paddings.size(); i += 2) {
    before.push_back(paddings[i]);
    after.push_back(paddings[i + 1]);
  }
  std::vector<int64_t> pads = Permuted(before, permutation, int64_t{0});
  const std::vector<int64_t> behind = Permuted(after, permutation, int64_t{0});
  pads.insert(pads.end(), behind.begin(), behind.end());
  return onnx.Dims(pads);
}

// Returns run-time paddings in ONNX's order. Dims that only the written value has get a row of zeros.
Name RunPads(NodeWriter& node, const Permutation& permutation) {
  Emitter& onnx = node.onnx();
  const Name rows = onnx.Concat({ReadPaddings(node), onnx.Ints({0, 0}, {1, 2})}, 0);
  std::vector<int64_t> axes(static_cast<size_t>(node.input(0).dims.rank()));
  std::iota(axes.begin(), axes.end(), 0);
  const auto none = static_cast<int64_t>(axes.size());
  const Name written = onnx.Dims(Permuted(axes, permutation, none));
  const Name moved = onnx.Add("Gather", {rows, written}, {{"axis", int64_t{0}}});
  return onnx.Reshape(onnx.Transpose(moved, {1, 0}), {-1});
}

}  // namespace

Name ReadPaddings(NodeWriter& node) { return node.onnx().Cast(node.ReadStored(1, {}), ir::DataType::kInt64); }

Status ConstantPad(NodeWriter& node) {
  Emitter& onnx = node.onnx();
  const Name value = node.has(2) ? onnx.Reshape(node.Read(2, {}), {}) : ZeroLike(node);
  const Permutation& permutation = node.permutation(0);
  // onnxruntime cannot pad scalars.
  if (node.input(0).dims.rank() == 0) {
    node.Write(0, onnx.Add("Identity", {node.Read(0)}), permutation);
    return {};
  }
  const Result<std::vector<int64_t>> stored = node.Known(1);
  const Name pads = stored.ok() ? StoredPads(onnx, *stored, permutation) : RunPads(node, permutation);
  node.Write(0, onnx.Add("Pad", {node.Read(0), pads, value}), permutation);
  return {};
}

}  // namespace litevk::to_onnx
