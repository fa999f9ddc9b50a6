#include <algorithm>

#include "kernels_ref/support/kernel_row.h"

namespace litevk::ref {

// Copies the input's bytes; only their type changes.
static Status Bitcast(const KernelArgs& args) {
  std::ranges::copy(args.inputs[0].bytes, args.outputs[0].bytes.begin());
  return {};
}

}  // namespace litevk::ref

LITEVK_KERNEL_ROW(bitcast, &Bitcast)
