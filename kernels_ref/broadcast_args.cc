#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "kernels_ref/support/kernel_row.h"
#include "kernels_ref/support/stored_inputs.h"
#include "runtime/opset/dispatch.h"
#include "runtime/opset/shapes/shape_check.h"

namespace litevk::ref {
namespace {

// Returns the dim at index `from_innermost`, counted from a shape's innermost dim; 1 if the shape
// has fewer dims.
int64_t DimFromEnd(const std::vector<int64_t>& shape, size_t from_innermost) {
  return from_innermost < shape.size() ? shape[shape.size() - 1 - from_innermost] : 1;
}

}  // namespace

// Computes the shape to which tensors of both shapes broadcast.
static Status BroadcastArgs(const KernelArgs& args) {
  StoredInputs stored(args);
  LITEVK_ASSIGN_OR_RETURN(const auto first, ir::ReadStoredIndices(stored.query(), 0, "first shape"));
  LITEVK_ASSIGN_OR_RETURN(const auto second, ir::ReadStoredIndices(stored.query(), 1, "second shape"));
  return ForType<int32_t, int64_t>(args.outputs[0].type(), [&]<typename T>(T) -> Status {
    const auto count = static_cast<size_t>(args.outputs[0].dims()[0]);
    for (size_t position = 0; position < count; ++position) {
      const int64_t left = DimFromEnd(first, position);
      const int64_t right = DimFromEnd(second, position);
      if (left != right && left != 1 && right != 1) {
        return InvalidArgument("the shapes have dims of " + std::to_string(left) + " and " +
                               std::to_string(right) + " at one position, expected equal ones or a 1");
      }
      args.outputs[0].data<T>()[count - 1 - position] = static_cast<T>(left == 1 ? right : left);
    }
    return {};
  });
}

}  // namespace litevk::ref

LITEVK_KERNEL_ROW(broadcast_args, &BroadcastArgs)
