#include <string>

#include "runtime/opset/op_record.h"
#include "runtime/opset/shapes/shape_check.h"

namespace litevk {
namespace {

Status InferAddN(const ir::ShapeQuery& query) {
  LITEVK_RETURN_IF_ERROR(ir::CheckInputs(query, 2));
  ir::Shape dims = query.input(0);
  for (size_t index = 1; index < query.inputs.size(); ++index) {
    const ir::Shape& others = query.inputs[index]->dims;
    if (ir::Agree(dims, others)) continue;
    return InvalidArgument("input " + std::to_string(index) + " has dims " + others.ToString() +
                           ", expected those of input 0, " + query.input(0).ToString());
  }
  return ir::SetOutput(query, {dims.dims().begin(), dims.dims().end()});
}

OpCost Cost(const ir::NodeView& view) {
  return CostOf(view, ElementsOf(view.output()) * (view.input_count() - 1));
}

}  // namespace

extern const OpInfo kOpInfo_add_n = {
    .op_code = abi::kTfLiteBuiltinAddN,
    .name = "ADD_N",
    .stem = "add_n",
    .versions =
        {
            {1, "1.14.0", "float32 and int32"},
        },
    .needed_version = OnlyVersion1,
    .params = kNoParams,
    .types = {{.element = {ir::DataType::kFloat32, ir::DataType::kInt32},
               .inputs = {kT, kT},
               .outputs = {kT},
               .variadic = true}},
    .infer_shapes = InferAddN,
    .operands = {{"inputs"}, {"output"}},
    .numeric_class = {NumericKind::kTranscendental},
    .layout = {LayoutRole::kTransparent},
    .cost = Cost,
};

}  // namespace litevk
