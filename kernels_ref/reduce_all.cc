#include "kernels_ref/common/reduce.h"
#include "kernels_ref/support/kernel_row.h"

namespace litevk::ref {

static Status ReduceAll(const KernelArgs& args) {
  return Reduce<bool>(
      args, [](bool) { return true; }, [](bool total, bool element) { return total && element; });
}

}  // namespace litevk::ref

LITEVK_KERNEL_ROW(reduce_all, &ReduceAll)
