#include <string>

#include "runtime/opset/op_record.h"
#include "runtime/opset/shape_check.h"

namespace litevk {
namespace {

constexpr TypeSet kQuantizedTypes = {ir::DataType::kInt8, ir::DataType::kUInt8, ir::DataType::kInt16};

Status InferQuantize(const ir::ShapeQuery& query) {
  LITEVK_RETURN_IF_ERROR(ir::CheckInputs(query, 1));
  const ir::DataType type = query.inputs[0]->type;
  if (type == ir::DataType::kFloat32) return ir::SameAsInput(query);
  return Unsupported("requantization of " + std::string(ir::Name(type)) + " is not supported");
}

int VersionOfQuantize(const OpSignature& signature) {
  const schema::TensorType from = signature.input_type(0);
  const schema::TensorType to = signature.output_type(0);
  if (from == UINT4 || to == UINT4) return 5;
  if (from == INT4 || to == INT4) return 4;
  if (HasScalesPerChannel(signature.output(0))) return 3;
  return to == INT16 ? 2 : 1;
}

}  // namespace

extern const OpInfo kOpInfo_quantize = {
    .op_code = abi::kTfLiteBuiltinQuantize,
    .name = "QUANTIZE",
    .stem = "quantize",
    .versions =
        {
            {1, "1.14.0", "float32 to uint8 and int8"},
            {2, "1.15.0", "int16 output"},
            {3, "2.7.0", "scales per channel"},
            {4, "2.21.0", "int4"},
            {5, "2.21.0", "uint4"},
            {6, "2.21.0", "no type that converters write"},
        },
    .needed_version = VersionOfQuantize,
    .params = kNoParams,
    // The second signature is there to be refused by name.
    .types = {{.name = "from float32",
               .inputs = {kFloat32},
               .outputs = {kQuantizedTypes | TypeSet{ir::DataType::kInt4, ir::DataType::kUInt4}},
               .quantized = Quantized::kConverted},
              {.name = "requantized",
               .inputs = {kQuantizedTypes | kInt32},
               .outputs = {kQuantizedTypes | kInt32},
               .quantized = Quantized::kConverted}},
    .infer_shapes = InferQuantize,
    .operands = {{"input"}, {"output"}},
    .numeric_class = {NumericKind::kExact},
    .layout = {LayoutRole::kTransparent},
    .cost = ElementwiseCost,
};

}  // namespace litevk
