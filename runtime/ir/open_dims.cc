#include "runtime/ir/open_dims.h"

namespace litevk::ir {
namespace {

// The value that a model file has for an open dim.
constexpr int kPlaceholder = 1;

bool WasResized(const Tensor& input) {
  for (int axis = 0; axis < input.signature.rank(); ++axis) {
    if (IsUnknown(input.signature[axis]) && input.dims[axis] != kPlaceholder) return true;
  }
  return false;
}

}  // namespace

void OpenDims(const GraphIndex& index, Graph& graph) {
  for (size_t id = 0; id < graph.tensors.size(); ++id) {
    Tensor& tensor = graph.tensors[id];
    if (tensor.is_known() || tensor.signature.rank() != tensor.dims.rank()) continue;
    if (index.producers[id] < 0 && WasResized(tensor)) continue;
    for (int axis = 0; axis < tensor.signature.rank(); ++axis) {
      if (IsUnknown(tensor.signature[axis])) tensor.dims[axis] = kUnknownDim;
    }
  }
}

}  // namespace litevk::ir
