#include <cstdint>
#include <string>

#include "kernels_ref/support/kernel_row.h"
#include "runtime/opset/dispatch.h"

namespace litevk::ref {
namespace {

// The dim `from_innermost` places from a shape's end, 1 where the shape has fewer.
template <typename T>
T DimFromEnd(const ConstView& shape, int64_t from_innermost) {
  const int64_t count = shape.dims()[0];
  return from_innermost < count ? shape.data<T>()[count - 1 - from_innermost] : T{1};
}

}  // namespace

// The shape to which tensors of both shapes stretch.
static Status BroadcastArgs(const KernelArgs& args) {
  return ForType<int32_t, int64_t>(args.outputs[0].type(), [&]<typename T>(T) -> Status {
    const int64_t count = args.outputs[0].dims()[0];
    for (int64_t place = 0; place < count; ++place) {
      const T left = DimFromEnd<T>(args.inputs[0], place);
      const T right = DimFromEnd<T>(args.inputs[1], place);
      if (left != right && left != 1 && right != 1) {
        return InvalidArgument("the shapes have dims of " + std::to_string(left) + " and " +
                               std::to_string(right) + " at one place, expected equal ones or a 1");
      }
      args.outputs[0].data<T>()[count - 1 - place] = left == 1 ? right : left;
    }
    return {};
  });
}

const KernelRow kKernelRow_broadcast_args = {kOpInfo_broadcast_args, &BroadcastArgs};

}  // namespace litevk::ref
