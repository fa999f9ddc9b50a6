#include "kernels_ref/common/reduce.h"
#include "kernels_ref/support/kernel_row.h"

namespace litevk::ref {

static Status ReduceAny(const KernelArgs& args) {
  return Reduce<bool>(
      args, [](bool) { return false; }, [](bool total, bool element) { return total || element; });
}

}  // namespace litevk::ref

LITEVK_KERNEL_ROW(reduce_any, &ReduceAny)
