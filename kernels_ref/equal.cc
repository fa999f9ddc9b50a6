#include <functional>

#include "kernels_ref/families/compare.h"
#include "kernels_ref/support/kernel_row.h"

namespace litevk::ref {

static Status Equal(const KernelArgs& args) { return ApplyEquality(args, std::equal_to<>()); }

const KernelRow kKernelRow_equal = {
    .op_code = abi::kTfLiteBuiltinEqual,
    .types = {{.element = kComparable | kBool | kString, .inputs = {kT, kT}, .outputs = {kBool}}},
    .infer_shapes = ir::BroadcastInputs,
    .run = &Equal,
};

}  // namespace litevk::ref
