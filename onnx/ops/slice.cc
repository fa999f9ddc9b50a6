#include "onnx/common/run_slice.h"
#include "onnx/write/node_writer.h"

namespace litevk::to_onnx {

static Status Slice(NodeWriter& node) {
  Emitter& onnx = node.onnx();
  if (HasBoundsOfRun(node)) return WriteRunSlice(node);
  LITEVK_ASSIGN_OR_RETURN(std::vector<int64_t> starts, node.Known(1));
  const Permutation& permutation = node.permutation(0);
  if (starts.empty()) {
    node.Write(0, node.Read(0), permutation);
    return {};
  }
  std::vector<int64_t> ends = starts;
  for (size_t i = 0; i < ends.size(); ++i) ends[i] += node.output(0).dims.dims()[i];
  starts = Permuted(starts, permutation, int64_t{0});
  ends = Permuted(ends, permutation, int64_t{1});
  node.Write(0, onnx.Add("Slice", {node.Read(0), onnx.Dims(starts), onnx.Dims(ends)}), permutation);
  return {};
}

}  // namespace litevk::to_onnx

LITEVK_ONNX_OP(slice, .write = Slice, .dims = {.from_values = true, .is_polynomial = true})
