#include <string>

#include "runtime/opset/common/new_axis.h"
#include "runtime/opset/common/tflite_failures.h"
#include "runtime/opset/op_record.h"
#include "runtime/opset/shapes/shape_check.h"

namespace litevk {
namespace {

Status InferPack(const ir::ShapeQuery& query) {
  const auto& params = query.params.As<abi::TfLitePackParams>();
  const auto count = static_cast<int>(query.inputs.size());
  if (params.values_count != count || count == 0) {
    return InvalidArgument("values_count is " + std::to_string(params.values_count) + " for " +
                           std::to_string(count) + " inputs, expected the same number, 1 or more");
  }
  LITEVK_RETURN_IF_ERROR(ir::CheckInputs(query, count));
  ir::Shape dims = query.input(0);
  for (const ir::Tensor* input : query.inputs) {
    if (ir::Agree(dims, input->dims)) continue;
    return InvalidArgument("inputs have dims " + query.input(0).ToString() + " and " +
                           input->dims.ToString() + ", expected equal dims");
  }
  LITEVK_ASSIGN_OR_RETURN(const int axis, ResolveNewAxis(params.axis, dims.rank()));
  return ir::SetOutput(query, InsertDim(dims, axis, count));
}

void FillParams(const schema::PackOptions& options, abi::TfLitePackParams& params, OptionsReader&) {
  params.values_count = options.values_count();
  params.axis = options.axis();
}

}  // namespace

extern const OpInfo kOpInfo_pack = {
    .op_code = abi::kTfLiteBuiltinPack,
    .name = "PACK",
    .stem = "pack",
    .versions =
        {
            {1, "1.11.0", "float32, uint8, int32 and int64"},
            {2, "1.14.0", "int8"},
            {3, "2.3.0", "int16"},
            {4, "2.13.0", "uint32"},
            {5, "2.23.0", "float8"},
        },
    .needed_version = ByInput<0, When{INT8, 2}, When{INT16, 3}, When{UINT32, 4}, When{FLOAT8_E4M3FN, 5},
                              When{FLOAT8_E5M2, 5}>,
    .params = ParamsOf<FillParams>(),
    .types = {{.element = kFixedSize,
               .inputs = {kT},
               .outputs = {kT},
               .variadic = true,
               .quantized = Quantized::kMovedAlike}},
    .tflite_fails = TfliteRefusesOutput<ir::DataType::kFloat16, ir::DataType::kBool>,
    .infer_shapes = InferPack,
    .operands = {{"values"}, {"output"}},
    .numeric_class = {NumericKind::kExact},
    .layout = {.role = LayoutRole::kAttribute, .moved = {{"axis", Moves::kAxis}}},
    .cost = MoveCost,
};

}  // namespace litevk
