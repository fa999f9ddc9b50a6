#include "onnx/common/broadcast.h"

namespace litevk::to_onnx {

Permutation BroadcastPermutation(const NodeFacts& node, size_t input) {
  // A single element is broadcast in any layout.
  const bool is_single = node.input(input).is_known() && node.input(input).dims.NumElements() == 1 &&
                         node.input(input).dims.rank() <= node.output(0).dims.rank();
  return is_single ? Permutation() : node.output_permutation(0);
}

Name ReadBroadcast(NodeWriter& node, size_t input) {
  return node.Read(input, BroadcastPermutation(node, input));
}

}  // namespace litevk::to_onnx
