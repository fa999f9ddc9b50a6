#include "onnx/common/run_slice.h"

#include <algorithm>
#include <limits>
#include <numeric>

namespace litevk::to_onnx {
namespace {

constexpr int64_t kLast = std::numeric_limits<int32_t>::max();
constexpr int64_t kFirst = std::numeric_limits<int32_t>::min();

bool HasBit(int mask, size_t index) { return ((mask >> index) & 1) != 0; }

Name Bounds(NodeWriter& node, size_t input) {
  return node.onnx().Cast(node.ReadStored(input, {}), ir::DataType::kInt64);
}

// Returns bounds with the entries in a mask replaced by those of `others`.
Name Masked(Emitter& onnx, const Name& bounds, int mask, const std::vector<int64_t>& others) {
  std::vector<int64_t> kept;
  std::vector<int64_t> added;
  for (size_t i = 0; i < others.size(); ++i) {
    kept.push_back(HasBit(mask, i) ? 0 : 1);
    added.push_back(HasBit(mask, i) ? others[i] : 0);
  }
  if (mask == 0) return bounds;
  return onnx.Add("Add", {onnx.Add("Mul", {bounds, onnx.Dims(kept)}), onnx.Dims(added)});
}

// Returns the ends, with those in the mask replaced by the ends of single elements. Past the last element,
// the end is unbounded.
Name WithSingleEnds(Emitter& onnx, const Name& starts, const Name& ends, int mask, size_t count) {
  if (mask == 0) return ends;
  std::vector<int64_t> is_single;
  std::vector<int64_t> is_range;
  for (size_t i = 0; i < count; ++i) {
    is_single.push_back(HasBit(mask, i) ? 1 : 0);
    is_range.push_back(HasBit(mask, i) ? 0 : 1);
  }
  const Name next = onnx.Add("Add", {starts, onnx.Dims({1})});
  const Name is_behind = onnx.Add("Equal", {next, onnx.Dims({0})});
  const Name single = onnx.Add("Where", {is_behind, onnx.Dims({kLast}), next});
  return onnx.Add(
      "Add", {onnx.Add("Mul", {ends, onnx.Dims(is_range)}), onnx.Add("Mul", {single, onnx.Dims(is_single)})});
}

std::vector<int64_t> AxesOf(int mask, size_t count) {
  std::vector<int64_t> axes;
  for (size_t i = 0; i < count; ++i) {
    if (HasBit(mask, i)) axes.push_back(static_cast<int64_t>(i));
  }
  return axes;
}

}  // namespace

bool HasBoundsOfRun(const NodeFacts& node) {
  for (size_t i = 1; i < node.input_count(); ++i) {
    if (node.has(i) && !node.input(i).is_known()) return true;
  }
  return false;
}

Status WriteRunSlice(NodeWriter& node) {
  Emitter& onnx = node.onnx();
  const Name starts = Bounds(node, 1);
  const Name sizes = Bounds(node, 2);
  const Name is_open = onnx.Add("Less", {sizes, onnx.Dims({0})});
  const Name ends = onnx.Add("Where", {is_open, onnx.Dims({kLast}), onnx.Add("Add", {starts, sizes})});
  node.Write(0, onnx.Add("Slice", {node.Read(0, {}), starts, ends}), {});
  return {};
}

Status WriteRunStridedSlice(NodeWriter& node) {
  Emitter& onnx = node.onnx();
  const auto& params = node.params<abi::TfLiteStridedSliceParams>();
  if (params.ellipsis_mask != 0 || params.new_axis_mask != 0 || params.offset) {
    return Unsupported("a run computes its bounds, and it has an ellipsis, a new axis or an offset");
  }
  LITEVK_ASSIGN_OR_RETURN(const std::vector<int64_t> strides, node.Known(3));
  std::vector<int64_t> firsts;
  std::vector<int64_t> lasts;
  for (const int64_t stride : strides) {
    firsts.push_back(stride > 0 ? 0 : kLast);
    lasts.push_back(stride > 0 ? kLast : kFirst);
  }
  const Name starts = Masked(onnx, Bounds(node, 1), params.begin_mask, firsts);
  const Name stated = Masked(onnx, Bounds(node, 2), params.end_mask, lasts);
  const Name ends = WithSingleEnds(onnx, starts, stated, params.shrink_axis_mask, strides.size());
  std::vector<int64_t> axes(strides.size());
  std::iota(axes.begin(), axes.end(), 0);
  const Name taken = onnx.Add("Slice", {node.Read(0, {}), starts, ends, onnx.Dims(axes), onnx.Dims(strides)});
  const std::vector<int64_t> shrunk = AxesOf(params.shrink_axis_mask, strides.size());
  node.Write(0, shrunk.empty() ? taken : onnx.Squeeze(taken, shrunk), {});
  return {};
}

}  // namespace litevk::to_onnx
