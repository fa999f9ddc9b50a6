#include "runtime/onnx/families/pad.h"

#include "runtime/opset/families/zero_number.h"

namespace litevk::to_onnx {

// Returns what TFLite puts around values where a node does not say it.
static Name ZeroLike(NodeWriter& node) {
  return node.NumberLike(node.input(0), node.is_scaled(0) ? 0 : PaddingNumber(node.input(0), node.output(0)));
}

Status ConstantPad(NodeWriter& node) {
  const Name value = node.has(2) ? node.Reshape(node.Read(2, {}), {}) : ZeroLike(node);
  LITEVK_ASSIGN_OR_RETURN(const std::vector<int64_t> paddings, node.Known(1));
  std::vector<int64_t> before;
  std::vector<int64_t> after;
  for (size_t i = 0; i + 1 < paddings.size(); i += 2) {
    before.push_back(paddings[i]);
    after.push_back(paddings[i + 1]);
  }
  const Order& order = node.order(0);
  // onnxruntime pads no scalars.
  if (paddings.empty()) {
    node.Write(0, node.Add("Identity", {node.Read(0)}), order);
    return {};
  }
  std::vector<int64_t> pads = Permuted(before, order, int64_t{0});
  const std::vector<int64_t> behind = Permuted(after, order, int64_t{0});
  pads.insert(pads.end(), behind.begin(), behind.end());
  node.Write(0, node.Add("Pad", {node.Read(0), node.Dims(pads), value}), order);
  return {};
}

}  // namespace litevk::to_onnx
