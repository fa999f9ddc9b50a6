#include <algorithm>

#include "onnx/common/fixed_point_sums.h"
#include "onnx/common/reduce.h"
#include "onnx/write/node_writer.h"
#include "runtime/opset/common/quantized_reduce.h"

namespace litevk::to_onnx {

static Status Sum(NodeWriter& node) {
  LITEVK_ASSIGN_OR_RETURN(const std::vector<int64_t> axes, WrittenAxes(node));
  const int64_t count =
      node.input(0).dims.NumElements() / std::max<int64_t>(node.output(0).dims.NumElements(), 1);
  const bool follows = !axes.empty() && FollowsRoundings(node, {0}, SumsMayWrap(node, count));
  if (!follows) return ReduceWrapping(node, "ReduceSum");
  return WriteRescaledSums(node, axes, node.params<abi::TfLiteReducerParams>().keep_dims,
                           MultiplierOfSum(node.input(0), node.output(0)));
}

}  // namespace litevk::to_onnx

LITEVK_ONNX_OP(sum, .write = Sum, .types = {.native = kNumeric}, .dims = {.is_polynomial = true})
