#include <cmath>
#include <cstring>
#include <string>
#include <string_view>
#include <type_traits>

#include "runtime/opset/dispatch.h"
#include "runtime/opset/op_record.h"
#include "runtime/opset/shapes/open_operands.h"
#include "runtime/opset/shapes/shape_check.h"

namespace litevk {
namespace {

// Reads start, limit or delta.
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

// Returns the number of steps from start until limit is reached or passed. Integer distances always fit into
// uint64. Like in TFLite, floats are divided in their own precision.
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

Status InferRange(const ir::ShapeQuery& query) {
  LITEVK_RETURN_IF_ERROR(ir::CheckInputs(query, 3));
  for (int index = 0; index < 3; ++index) {
    if (ir::IsPlanned(query, index)) return ir::SetOpenOutput(query, 1);
  }
  return ForType<float, int32_t, int64_t>(query.inputs[0]->type,
                                          [&](auto zero) { return InferElements<decltype(zero)>(query); });
}

}  // namespace

extern const OpInfo kOpInfo_range = {
    .op_code = abi::kTfLiteBuiltinRange,
    .name = "RANGE",
    .stem = "range",
    .versions =
        {
            {1, "1.13.0", "float32 and int32"},
            {2, "2.14.0", "int64"},
        },
    .needed_version = ByInput<0, When{INT64, 2}>,
    .params = kNoParams,
    .types = {{.element = kNumeric, .inputs = {kT, kT, kT}, .outputs = {kT}}},
    .infer_shapes = InferRange,
    .operands = {{"start", "limit", "delta"}, {"output"}},
    .numeric_class = {NumericKind::kExact},
    .layout = {LayoutRole::kTerminate},
    .cost = MoveCost,
};

}  // namespace litevk
