#include <functional>

#include "kernels_ref/families/compare.h"
#include "kernels_ref/support/kernel_row.h"

namespace litevk::ref {

static Status NotEqual(const KernelArgs& args) { return ApplyEquality(args, std::not_equal_to<>()); }

const KernelRow kKernelRow_not_equal = {
    .op_code = abi::kTfLiteBuiltinNotEqual,
    .types = {{.element = kComparable | kBool | kString, .inputs = {kT, kT}, .outputs = {kBool}}},
    .infer_shapes = ir::BroadcastInputs,
    .run = &NotEqual,
};

}  // namespace litevk::ref
