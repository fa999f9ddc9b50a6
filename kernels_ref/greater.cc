#include <functional>

#include "kernels_ref/families/compare.h"
#include "kernels_ref/support/kernel_row.h"

namespace litevk::ref {

static Status Greater(const KernelArgs& args) { return ApplyComparison(args, std::greater<>()); }

const KernelRow kKernelRow_greater = {
    .op_code = abi::kTfLiteBuiltinGreater,
    .types = {{.element = kComparable, .inputs = {kT, kT}, .outputs = {kBool}}},
    .infer_shapes = ir::BroadcastInputs,
    .run = &Greater,
};

}  // namespace litevk::ref
