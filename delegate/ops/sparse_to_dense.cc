#include <cstddef>
#include <cstdint>
#include <optional>
#include <utility>
#include <vector>

#include "delegate/kernel/constraints.h"
#include "delegate/ops/move/picks.h"
#include "delegate/ops/move/update_lists.h"
#include "runtime/tflite/builtin_ops.h"

namespace litevk {
namespace {

// Indices of the inputs.
constexpr int kIndices = 0;
constexpr int kShape = 1;
constexpr int kValues = 2;
constexpr int kDefault = 3;

// Returns for each element of the output the index of the value that it shows, the last of several. Returns
// nothing if indices are not known, or one lies outside.
std::optional<std::vector<int32_t>> ShownValues(const NodeView& view) {
  const auto indices = KnownIndices(view, kIndices);
  if (!indices) return std::nullopt;
  const std::vector<int>& dims = view.output().dims.dims();
  const bool is_scalar = view.input(kValues).dims.rank() == 0;
  std::vector<int32_t> shown(static_cast<size_t>(view.output().dims.NumElements()), kNoPick);
  for (size_t at = 0; at + dims.size() <= indices->size(); at += dims.size()) {
    int64_t position = 0;
    for (size_t axis = 0; axis < dims.size(); ++axis) {
      const int64_t index = (*indices)[at + axis];
      if (index < 0 || index >= dims[axis]) return std::nullopt;
      position = position * dims[axis] + index;
    }
    shown[static_cast<size_t>(position)] = is_scalar ? 0 : static_cast<int32_t>(at / dims.size());
  }
  return shown;
}

void Lower(Lowering& lowering) {
  const NodeView& view = lowering.view();
  const gpu::TensorId source = lowering.Input(kValues);
  const int64_t values = view.input(kValues).dims.NumElements();
  Picks picks = {.dim = values, .filling = StoredBits(view.input(kDefault))};
  if (view.input_is_known(kIndices)) {
    EmitKnownPicks(lowering, source, *ShownValues(view), picks);
    return;
  }
  const ir::Shape& output = view.output().dims;
  const int64_t updates = view.input(kIndices).dims.NumElements() / output.rank();
  const UpdateSlices positions = EmitUpdateSlices(lowering, kIndices, updates, output.dims());
  picks.fills_outside = true;
  picks.count = output.NumElements();
  EmitPicks(lowering, source, {.tensor = EmitLastUpdates(lowering, positions, values)}, picks);
}

bool SliceIndicesFit(const NodeView& view) {
  return !view.input_is_known(kIndices) || ShownValues(view).has_value();
}

bool WidthFits(const NodeView& view) { return view.output().dims.rank() <= kMostIndexDims; }

}  // namespace

OpSpec MakeSpec_sparse_to_dense() {
  return {
      .op_code = abi::kTfLiteBuiltinSparseToDense,
      .kernels = {{.element = kMovedTypes,
                   .constraints =
                       {{"the output shape is stored in the model or computed from shapes",
                         InputIsPlanned<kShape>},
                        {"the default value is stored in the model", InputIsStored<kDefault>},
                        {"the output has at most 8 dims", WidthFits},
                        {"indices that are known before the run lie in the output's dims; others that do not "
                         "end the run with an error",
                         SliceIndicesFit, IndicesAreDecided<kIndices>}},
                   .reads_strided = FindsOffsets,
                   .writes_strided = StridedResult::kOfWords,
                   .lower = Lower}},
  };
}

}  // namespace litevk
