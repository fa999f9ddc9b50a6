#include <cmath>
#include <cstring>
#include <string>

#include "kernels_ref/support/dispatch.h"
#include "kernels_ref/support/kernel_row.h"
#include "runtime/opset/shape_check.h"

namespace litevk::ref {
namespace {

// Start, limit or delta.
template <typename T>
Result<T> ReadScalar(const ir::Tensor& tensor, std::string_view name) {
  LITEVK_RETURN_IF_ERROR(ir::CheckRank(tensor.dims, 0, name));
  if (tensor.constness != ir::Constness::kStored) {
    return NeedsValues(std::string(name) + " is not a constant of the model");
  }
  if (tensor.data.size() != sizeof(T)) {
    return InvalidArgument(std::string(name) + " stores " + std::to_string(tensor.data.size()) +
                           " bytes, expected " + std::to_string(sizeof(T)));
  }
  T value;
  std::memcpy(&value, tensor.data.data(), sizeof(T));
  return value;
}

// The number of steps from start until limit is reached or passed. Integers of any distance fit into
// uint64; floats are divided in their own precision, as in TFLite.
template <typename T>
double CountSteps(T start, T limit, T delta) {
  if constexpr (std::is_integral_v<T>) {
    const auto magnitude = [](uint64_t value, bool is_negative) { return is_negative ? 0 - value : value; };
    const uint64_t distance =
        magnitude(static_cast<uint64_t>(limit) - static_cast<uint64_t>(start), limit < start);
    const uint64_t step = magnitude(static_cast<uint64_t>(delta), delta < 0);
    const uint64_t steps = distance / step + (distance % step == 0 ? 0 : 1);
    return static_cast<double>(steps);
  } else {
    return std::ceil(std::abs((limit - start) / delta));
  }
}

template <typename T>
Status InferElements(const ir::ShapeQuery& query) {
  LITEVK_ASSIGN_OR_RETURN(const T start, ReadScalar<T>(*query.inputs[0], "start"));
  LITEVK_ASSIGN_OR_RETURN(const T limit, ReadScalar<T>(*query.inputs[1], "limit"));
  LITEVK_ASSIGN_OR_RETURN(const T delta, ReadScalar<T>(*query.inputs[2], "delta"));
  const T zero(0);
  if (!(start <= limit && delta > zero) && !(start >= limit && delta < zero)) {
    return InvalidArgument("delta does not lead from start to limit");
  }
  const double steps = CountSteps(start, limit, delta);
  constexpr double kMost = 2147483647.0;
  if (!(steps <= kMost)) return InvalidArgument("the range has more than 2147483647 elements");
  return ir::SetOutput(query, {static_cast<int64_t>(steps)});
}

}  // namespace

static Status InferRange(const ir::ShapeQuery& query) {
  LITEVK_RETURN_IF_ERROR(ir::CheckInputs(query, 3));
  return ForType<float, int32_t, int64_t>(query.inputs[0]->type,
                                          [&](auto zero) { return InferElements<decltype(zero)>(query); });
}

// Every element is the one before plus delta, so that floats are rounded as often as TFLite rounds them.
static Status Range(const KernelArgs& args) {
  return ForType<float, int32_t, int64_t>(args.outputs[0].type(), [&](auto zero) {
    using T = decltype(zero);
    T value = args.inputs[0].data<T>()[0];
    const T delta = args.inputs[2].data<T>()[0];
    const int64_t count = args.outputs[0].dims().NumElements();
    T* output = args.outputs[0].data<T>();
    for (int64_t index = 0; index < count; ++index) {
      if (index > 0) value += delta;
      output[index] = value;
    }
    return Status();
  });
}

const KernelRow kKernelRow_range = {
    .op_code = abi::kTfLiteBuiltinRange,
    .types = {{.element = kNumeric, .inputs = {kT, kT, kT}, .outputs = {kT}}},
    .infer_shapes = &InferRange,
    .run = &Range,
};

}  // namespace litevk::ref
