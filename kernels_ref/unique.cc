#include "runtime/opset/ops/unique.h"

#include <algorithm>

#include "kernels_ref/support/kernel_row.h"

namespace litevk::ref {

static Status Unique(const KernelArgs& args) {
  const ConstView& input = args.inputs[0];
  return ForUniqueType(input.type(), [&]<typename T>(T) {
    const UniqueValues<T> unique({input.data<T>(), static_cast<size_t>(input.dims()[0])});
    std::ranges::copy(unique.values, args.outputs[0].data<T>());
    return ForType<int32_t, int64_t>(args.outputs[1].type(), [&]<typename Index>(Index) {
      std::ranges::transform(unique.indices, args.outputs[1].data<Index>(),
                             [](int64_t index) { return static_cast<Index>(index); });
      return Status();
    });
  });
}

}  // namespace litevk::ref

LITEVK_KERNEL_ROW(unique, &Unique)
