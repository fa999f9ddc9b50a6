#include <algorithm>

#include "delegate/abi/builtin_params.h"
#include "kernels_ref/check_types.h"
#include "kernels_ref/kernel_row.h"

namespace litevk::ref {

// TFLite's kernel has no fused activation, and shape inference resolved the axis.
static Status Concatenation(const KernelArgs& args) {
  LITEVK_RETURN_IF_ERROR(CheckElementSize(args).status());
  const ir::Shape& output = args.outputs[0].dims();
  const int given = args.params.As<abi::TfLiteConcatenationParams>().axis;
  const int axis = given < 0 ? given + output.rank() : given;
  int64_t outer = 1;
  for (int dim = 0; dim < axis; ++dim) outer *= output[dim];
  if (output.NumElements() == 0) return {};
  std::byte* dest = args.outputs[0].bytes.data();
  for (int64_t row = 0; row < outer; ++row) {
    for (const ConstView& input : args.inputs) {
      const size_t bytes = input.bytes.size() / static_cast<size_t>(outer);
      const auto part = input.bytes.subspan(static_cast<size_t>(row) * bytes, bytes);
      dest = std::copy(part.begin(), part.end(), dest);
    }
  }
  return {};
}

const KernelRow kKernelRow_concatenation = {abi::kTfLiteBuiltinConcatenation, &Concatenation};

}  // namespace litevk::ref
