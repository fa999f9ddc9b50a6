#include "runtime/opset/elementwise/select.h"
#include "runtime/opset/op_record.h"
#include "runtime/opset/shapes/shape_check.h"

namespace litevk {
namespace {

Status InferSelectV2(const ir::ShapeQuery& query) {
  LITEVK_RETURN_IF_ERROR(ir::CheckInputs(query, 3));
  if (KeepsModelDims(query)) return {};
  ir::Shape output;
  if (!ir::Broadcast(query.input(0), query.input(1), &output) ||
      !ir::Broadcast(output, query.input(2), &output)) {
    return InvalidArgument("inputs have dims " + query.input(0).ToString() + ", " +
                           query.input(1).ToString() + " and " + query.input(2).ToString() +
                           ", expected equal dims or 1");
  }
  return ir::SetOutput(query, {output.dims().begin(), output.dims().end()});
}

}  // namespace

extern const OpInfo kOpInfo_select_v2 = {
    .op_code = abi::kTfLiteBuiltinSelectV2,
    .name = "SELECT_V2",
    .stem = "select_v2",
    .versions =
        {
            {1, "2.2.0", "float32, bool and the integer types"},
            {2, "2.12.0", "uint32"},
        },
    .needed_version = ByInput<0, When{UINT32, 2}>,
    .params = kNoParams,
    .types = {{.element = kFixedSize | ir::DataType::kComplex64 | kString,
               .inputs = {kBool, kT, kT},
               .outputs = {kT},
               .quantized = Quantized::kMoved}},
    .infer_shapes = InferSelectV2,
    .operands = {{"condition", "x", "y"}, {"output"}},
    .numeric_class = {NumericKind::kExact},
    .layout = {LayoutRole::kTransparent},
    .cost = MoveCost,
};

}  // namespace litevk
