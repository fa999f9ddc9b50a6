#include "runtime/opset/elementwise/quantized_elementwise.h"
#include "runtime/opset/op_record.h"
#include "runtime/opset/shapes/shape_check.h"

namespace litevk {
namespace {

// Broadcasts alpha to the input, and never the input to alpha.
Status InferPrelu(const ir::ShapeQuery& query) {
  LITEVK_RETURN_IF_ERROR(ir::BroadcastInputs(query));
  ir::Shape input = query.input(0);
  if (ir::Agree(input, query.outputs[0])) {
    return ir::SetOutput(query, {input.dims().begin(), input.dims().end()});
  }
  return InvalidArgument("alpha has dims " + query.input(1).ToString() +
                         ", expected ones that stretch to the " + query.input(0).ToString() +
                         " of the input");
}

constexpr LayerForm kLayer = {.operands = 2};

}  // namespace

extern const OpInfo kOpInfo_prelu = {
    .op_code = abi::kTfLiteBuiltinPrelu,
    .name = "PRELU",
    .stem = "prelu",
    .versions =
        {
            {1, "1.8.0", "float32, uint8 and int8"},
        },
    .needed_version = OnlyVersion1,
    .params = kNoParams,
    .types = {{.inputs = {kFloat32, kFloat32}, .outputs = {kFloat32}},
              Quantized8Bits(2),
              {.name = "int16xint8",
               .inputs = {PerTensor(ir::DataType::kInt16), PerTensor(kInt8)},
               .outputs = {PerTensor(ir::DataType::kInt16)}}},
    .infer_shapes = InferPrelu,
    .operands = {{"input", "alpha"}, {"output"}},
    .numeric_class = {NumericKind::kRounding},
    .layout = {LayoutRole::kTransparent},
    .cost = ElementwiseCost,
    .layer = &kLayer,
};

}  // namespace litevk
