#include <string>

#include "kernels_ref/support/dispatch.h"
#include "kernels_ref/support/elements.h"
#include "kernels_ref/support/kernel_row.h"
#include "runtime/opset/shape_check.h"

namespace litevk::ref {
namespace {

constexpr TypeSet kConditions = {ir::DataType::kBool,  ir::DataType::kFloat32, ir::DataType::kInt64,
                                 ir::DataType::kInt32, ir::DataType::kInt8,    ir::DataType::kUInt8,
                                 ir::DataType::kUInt32};

// Calls fn(position) for each of the `count` elements that is not zero. A bool is read as its byte.
template <typename Fn>
Status ForEachNonZero(ir::DataType type, std::span<const std::byte> bytes, int64_t count, Fn fn) {
  const ir::DataType read_as = type == ir::DataType::kBool ? ir::DataType::kUInt8 : type;
  return ForType<uint8_t, float, int64_t, int32_t, int8_t, uint32_t>(read_as, [&](auto zero) {
    const auto* values = reinterpret_cast<const decltype(zero)*>(bytes.data());
    for (int64_t position = 0; position < count; ++position) {
      if (values[position] != zero) fn(position);
    }
    return Status();
  });
}

}  // namespace

static Status InferWhere(const ir::ShapeQuery& query) {
  LITEVK_RETURN_IF_ERROR(ir::CheckInputs(query, 1));
  const ir::Tensor& condition = *query.inputs[0];
  if (condition.dims.rank() == 0) return InvalidArgument("condition is a scalar, expected 1 dim or more");
  LITEVK_ASSIGN_OR_RETURN(const int64_t elements, ir::CountElements(condition.dims, "condition"));
  if (elements > 0 && condition.constness != ir::Constness::kStored) {
    return NeedsValues("condition is not a constant of the model");
  }
  if (static_cast<int64_t>(condition.data.size()) < elements * ir::ByteSize(condition.type)) {
    return InvalidArgument("condition stores " + std::to_string(condition.data.size()) + " bytes, expected " +
                           std::to_string(elements) + " elements");
  }
  int64_t found = 0;
  LITEVK_RETURN_IF_ERROR(ForEachNonZero(condition.type, condition.data, elements, [&](int64_t) { ++found; }));
  return ir::SetOutput(query, {found, condition.dims.rank()});
}

// Row by row the coordinates of an element that is not zero, outermost first.
static Status Where(const KernelArgs& args) {
  const ConstView& condition = args.inputs[0];
  const std::vector<int>& dims = condition.dims().dims();
  auto* row = args.outputs[0].data<int64_t>();
  return ForEachNonZero(condition.type(), condition.bytes, condition.dims().NumElements(),
                        [&](int64_t position) {
                          for (size_t axis = dims.size(); axis-- > 0; position /= dims[axis]) {
                            row[axis] = position % dims[axis];
                          }
                          row += dims.size();
                        });
}

const KernelRow kKernelRow_where = {
    .op_code = abi::kTfLiteBuiltinWhere,
    .types = {{.inputs = {kConditions}, .outputs = {ir::DataType::kInt64}}},
    .infer_shapes = &InferWhere,
    .run = &Where,
};

}  // namespace litevk::ref
