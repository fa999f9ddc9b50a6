#include <cmath>

#include "onnx/common/fixed_point_sums.h"
#include "onnx/common/reduce.h"
#include "onnx/write/node_writer.h"
#include "runtime/opset/common/quantized_reduce.h"

namespace litevk::to_onnx {

static bool IsQuantizedValue(const NodeFacts& node) {
  return node.is_scaled(0) && node.input(0).type == node.output(0).type;
}

// The factor includes the number of elements, and TFLite rounds twice. With few elements or a finer output
// scale, many results differ.
static Status Mean(NodeWriter& node) {
  LITEVK_ASSIGN_OR_RETURN(const std::vector<int64_t> axes, WrittenAxes(node));
  const int64_t results = node.output(0).dims.NumElements();
  if (!IsQuantizedValue(node) || axes.empty() || results == 0) return Reduce(node, "ReduceMean");
  const int64_t count = node.input(0).dims.NumElements() / results;
  const FixedPoint multiplier = MultiplierOfMean(node.input(0), node.output(0), count);
  const bool keeps_dims = node.params<abi::TfLiteReducerParams>().keep_dims;
  if (FollowsRoundings(node, {0}, SumsMayWrap(node, count)))
    return WriteRescaledSums(node, axes, keeps_dims, multiplier);
  if (!node.quantized().TakesParts(0, multiplier.right)) return Reduce(node, "ReduceMean");
  const double parts = std::ldexp(multiplier.multiplier, multiplier.left - kMultiplierBits);
  const Name integers = node.quantized().ReadScaled(0, node.permutation(0), static_cast<float>(parts));
  const Name sums = Reduced(node, "ReduceSum", integers, axes, keeps_dims);
  node.quantized().WriteParts(0, sums, multiplier.right, ReducedPermutation(node, axes, keeps_dims));
  return {};
}

}  // namespace litevk::to_onnx

LITEVK_ONNX_OP(mean, .write = Mean)
