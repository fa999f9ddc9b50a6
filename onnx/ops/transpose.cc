#include "onnx/write/node_writer.h"

namespace litevk::to_onnx {

// A permutation only changes the layout of the output.
static Status Transpose(NodeWriter& node) {
  LITEVK_ASSIGN_OR_RETURN(const std::vector<int64_t> perm, node.Known(1));
  // In the layout in which the input is read, the output is the input itself.
  const Permutation& permutation = node.permutation(0);
  Permutation written(perm.size());
  for (size_t i = 0; i < perm.size(); ++i) {
    const int64_t rank = static_cast<int64_t>(perm.size());
    const int64_t dim = perm[i] < 0 ? perm[i] + rank : perm[i];
    written[static_cast<size_t>(Moved(static_cast<int>(dim), permutation, static_cast<int>(rank)))] =
        static_cast<int>(i);
  }
  node.Write(0, node.Read(0), written);
  return {};
}

}  // namespace litevk::to_onnx

LITEVK_ONNX_OP(transpose, .write = Transpose, .dims = {.is_polynomial = true})
