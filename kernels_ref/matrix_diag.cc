#include <algorithm>

#include "kernels_ref/support/elements.h"
#include "kernels_ref/support/kernel_row.h"

namespace litevk::ref {

static Status MatrixDiag(const KernelArgs& args) {
  const ConstView& diagonal = args.inputs[0];
  std::ranges::fill(args.outputs[0].bytes, std::byte{0});
  LITEVK_ASSIGN_OR_RETURN(const ElementCopier copier, ElementCopier::Create(diagonal, args.outputs[0]));
  const int64_t count = diagonal.dims().NumElements();
  const int64_t size = diagonal.dims().channels();
  for (int64_t index = 0; index < count; ++index) copier.CopyOne(index, index * size + index % size);
  return {};
}

}  // namespace litevk::ref

LITEVK_KERNEL_ROW(matrix_diag, &MatrixDiag)
