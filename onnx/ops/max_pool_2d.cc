#include <limits>

#include "onnx/common/activation.h"
#include "onnx/conv/pool.h"
#include "onnx/write/node_writer.h"
#include "runtime/opset/quantized/fixed_point.h"

namespace litevk::to_onnx {
namespace {

// The lowest float, with which TFLite's maximum begins.
Name LowestFloat(Emitter& onnx) { return onnx.Float(std::numeric_limits<float>::lowest()); }

Name Pooled(NodeWriter& node, const Name& image, const Name& lowest) {
  const Windows windows = PoolWindows(node);
  return node.onnx().Add("MaxPool", {PaddedInRun(node.onnx(), windows, image, lowest)}, windows.attributes);
}

// Pools integers without a scale, or with another scale than the output's, as they are. They are computed in
// floats if onnxruntime has no kernel for their type.
Status PoolOfIntegers(NodeWriter& node, int activation) {
  Emitter& onnx = node.onnx();
  const ir::DataType type = node.output(0).type;
  const bool is_cast = type == ir::DataType::kInt16 || activation != abi::kTfLiteActNone;
  const Name integers = node.ReadStored(0, kChannelsFirst);
  const auto lowest = static_cast<double>(ir::RangeOf(type).lowest);
  Name pooled = is_cast ? Pooled(node, onnx.Cast(integers, ir::DataType::kFloat32), LowestFloat(onnx))
                        : Pooled(node, integers, node.ScalarLike(node.output(0), lowest));
  if (activation != abi::kTfLiteActNone) {
    if (!IsQuantized(node.output(0))) return Unsupported("its activation is of integers without a scale");
    LITEVK_ASSIGN_OR_RETURN(const QuantizedRange range, QuantizedRangeOf(activation, node.output(0)));
    // The upper bound wins if it is below the lower one.
    const Name raised = onnx.Add("Max", {pooled, onnx.Float(static_cast<float>(range.min))});
    pooled = onnx.Add("Min", {raised, onnx.Float(static_cast<float>(range.max))});
  }
  node.WriteStored(0, is_cast ? onnx.Cast(pooled, type) : pooled, kChannelsFirst);
  return {};
}

}  // namespace

static Status MaxPool2d(NodeWriter& node) {
  const int activation = node.params<abi::TfLitePoolParams>().activation;
  const bool has_quantized = kIntegers.contains(node.output(0).type) && !node.is_scaled(0);
  if (has_quantized) return PoolOfIntegers(node, activation);
  const Name pooled = Pooled(node, node.Read(0, kChannelsFirst), LowestFloat(node.onnx()));
  return WriteActivated(node, pooled, activation, kChannelsFirst);
}

}  // namespace litevk::to_onnx

LITEVK_ONNX_OP(max_pool_2d, .write = MaxPool2d,
               .types = {
                   .native = TypeSet{ir::DataType::kFloat32, ir::DataType::kInt8, ir::DataType::kUInt8}})
