#include "kernels_ref/support/elements.h"
#include "kernels_ref/support/kernel_row.h"
#include "kernels_ref/support/stored_inputs.h"
#include "runtime/opset/common/new_axis.h"
#include "runtime/opset/shapes/shape_check.h"

namespace litevk::ref {

// Sets output {outer, depth, inner} to `on` at (o, indices(o, i), i) and to `off` elsewhere. An index outside
// the depth sets nothing to `on`.
static Status OneHot(const KernelArgs& args) {
  const MutableView& output = args.outputs[0];
  LITEVK_RETURN_IF_ERROR(FillElements(args.inputs[3], output));
  if (output.dims().NumElements() == 0) return {};
  StoredInputs stored(args);
  LITEVK_ASSIGN_OR_RETURN(const std::vector<int64_t> indices,
                          ir::ReadStoredIndices(stored.query(), 0, "indices"));
  LITEVK_ASSIGN_OR_RETURN(const int axis, ResolveNewAxis(args.params.As<abi::TfLiteOneHotParams>().axis,
                                                         args.inputs[0].dims().rank()));
  const int64_t depth = output.dims()[axis];
  const int64_t inner = CountBetween(output.dims(), axis + 1, output.dims().rank());
  LITEVK_ASSIGN_OR_RETURN(const ElementCopier on, ElementCopier::Create(args.inputs[2], output));
  for (size_t offset = 0; offset < indices.size(); ++offset) {
    if (indices[offset] < 0 || indices[offset] >= depth) continue;
    const auto position = static_cast<int64_t>(offset);
    on.CopyOne(0, (position / inner * depth + indices[offset]) * inner + position % inner);
  }
  return {};
}

}  // namespace litevk::ref

LITEVK_KERNEL_ROW(one_hot, &OneHot)
