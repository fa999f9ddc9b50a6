#include <algorithm>

#include "kernels_ref/support/elements.h"
#include "kernels_ref/support/kernel_row.h"

namespace litevk::ref {

static Status MatrixSetDiag(const KernelArgs& args) {
  const MutableView& output = args.outputs[0];
  LITEVK_RETURN_IF_ERROR(CopyInput(args));
  if (output.dims().NumElements() == 0) return {};
  LITEVK_ASSIGN_OR_RETURN(const ElementCopier copier, ElementCopier::Create(args.inputs[1], output));
  const int rank = output.dims().rank();
  const int64_t rows = output.dims()[rank - 2];
  const int64_t columns = output.dims()[rank - 1];
  const int64_t length = std::min(rows, columns);
  const int64_t count = output.dims().NumElements() / (rows * columns) * length;
  for (int64_t index = 0; index < count; ++index) {
    copier.CopyOne(index, index / length * rows * columns + index % length * (columns + 1));
  }
  return {};
}

}  // namespace litevk::ref

LITEVK_KERNEL_ROW(matrix_set_diag, &MatrixSetDiag)
