#include <string>
#include <vector>

#include "runtime/opset/common/tflite_failures.h"
#include "runtime/opset/op_record.h"
#include "runtime/opset/shapes/shape_check.h"

namespace litevk {
namespace {

Status InferUnpack(const ir::ShapeQuery& query) {
  LITEVK_RETURN_IF_ERROR(ir::CheckInputs(query, 1));
  const auto& params = query.params.As<abi::TfLiteUnpackParams>();
  const ir::Shape& input = query.input(0);
  LITEVK_ASSIGN_OR_RETURN(const int axis, ir::ResolveAxis(params.axis, input.rank()));
  const auto outputs = static_cast<int>(query.outputs.size());
  if (params.num != outputs || !ir::MayEqual(input[axis], outputs)) {
    return InvalidArgument("num is " + std::to_string(params.num) + " and dim " + std::to_string(axis) +
                           " is " + std::to_string(input[axis]) + ", expected both to be the " +
                           std::to_string(outputs) + " outputs");
  }
  std::vector<int64_t> dims(input.dims().begin(), input.dims().end());
  dims.erase(dims.begin() + axis);
  for (size_t index = 0; index < query.outputs.size(); ++index) {
    LITEVK_RETURN_IF_ERROR(ir::SetOutput(query, index, dims));
  }
  return {};
}

void FillParams(const schema::UnpackOptions& options, abi::TfLiteUnpackParams& params, OptionsReader&) {
  params.num = options.num();
  params.axis = options.axis();
}

}  // namespace

extern const OpInfo kOpInfo_unpack = {
    .op_code = abi::kTfLiteBuiltinUnpack,
    .name = "UNPACK",
    .stem = "unpack",
    .versions =
        {
            {1, "1.11.0", "float32 and int32"},
            {2, "1.14.0", "int8 and uint8"},
            {3, "2.2.0", "bool"},
            {4, "2.3.0", "int16"},
            {5, "2.22.0", "float16 and bfloat16"},
            {6, "2.23.0", "float8"},
        },
    .needed_version =
        ByInput<0, When{INT8, 2}, When{UINT8, 2}, When{BOOL, 3}, When{INT16, 4}, When{FLOAT16, 5},
                When{BFLOAT16, 5}, When{FLOAT8_E4M3FN, 6}, When{FLOAT8_E5M2, 6}>,
    .params = ParamsOf<FillParams>(),
    .types = {{.element = kFixedSize,
               .inputs = {kT},
               .outputs = {kT},
               .variadic_outputs = true,
               .quantized = Quantized::kMovedAlike}},
    .tflite_fails = TfliteRefusesOutput<ir::DataType::kInt64>,
    .infer_shapes = InferUnpack,
    .operands = {{"input"}, {"outputs"}},
    .numeric_class = {NumericKind::kExact},
    .layout = {.role = LayoutRole::kAttribute, .moved = {{"axis", Moves::kAxis}}},
    .cost = MoveCost,
};

}  // namespace litevk
