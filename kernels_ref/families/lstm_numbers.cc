#include "kernels_ref/families/lstm_numbers.h"

#include <string>

#include "runtime/ir/data_type.h"
#include "runtime/opset/scales.h"

namespace litevk::ref {

Status CheckIntermediates(const KernelArgs& args, size_t count) {
  if (args.intermediates.size() != count) {
    return Unsupported("the node has " + std::to_string(args.intermediates.size()) +
                       " intermediates, expected " + std::to_string(count));
  }
  for (const ir::Tensor* tensor : args.intermediates) {
    if (tensor == nullptr) return Unsupported("an intermediate is absent");
    const Status status = CheckScales(*tensor);
    if (!status.ok()) return Unsupported("an intermediate: " + status.message());
    if (tensor->quantization.scales.size() == 1) continue;
    return Unsupported("an intermediate: " + std::to_string(tensor->quantization.scales.size()) +
                       " scales, expected one");
  }
  return {};
}

Result<int> ZeroPointOfIntermediate(const ir::Tensor& tensor) {
  const int zero_point = tensor.quantization.zero_points.empty() ? 0 : tensor.quantization.zero_points[0];
  const ir::IntegerRange numbers = ir::RangeOf(ir::DataType::kInt8);
  if (zero_point >= numbers.lowest && zero_point <= numbers.highest) return zero_point;
  return Unsupported("an intermediate: zero point " + std::to_string(zero_point) +
                     ", expected a number of int8");
}

}  // namespace litevk::ref
