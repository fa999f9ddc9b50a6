#include <cstdint>
#include <vector>

#include "runtime/opset/op_record.h"
#include "runtime/opset/shapes/shape_check.h"

namespace litevk {
namespace {

// Unlike other operators of two inputs, this one does not broadcast.
Status InferAtan2(const ir::ShapeQuery& query) {
  LITEVK_RETURN_IF_ERROR(ir::CheckInputs(query, 2));
  ir::Shape dims = query.input(0);
  if (!ir::Agree(dims, query.input(1))) {
    return InvalidArgument("inputs have dims " + query.input(0).ToString() + " and " +
                           query.input(1).ToString() + ", expected equal dims");
  }
  return ir::SetOutput(query, std::vector<int64_t>(dims.dims().begin(), dims.dims().end()));
}

}  // namespace

extern const OpInfo kOpInfo_atan2 = {
    .op_code = abi::kTfLiteBuiltinAtan2,
    .name = "ATAN2",
    .stem = "atan2",
    .versions =
        {
            {1, "2.10.0", "float32 and float64"},
        },
    .needed_version = OnlyVersion1,
    .params = kNoParams,
    .types = {{.element = {ir::DataType::kFloat32, ir::DataType::kFloat16, ir::DataType::kFloat64},
               .inputs = {kT, kT},
               .outputs = {kT}}},
    .infer_shapes = InferAtan2,
    .operands = {{"y", "x"}, {"output"}},
    .numeric_class = {NumericKind::kTranscendental},
    .layout = {LayoutRole::kTransparent},
    .cost = ElementwiseCost,
};

}  // namespace litevk
