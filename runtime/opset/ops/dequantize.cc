#include "runtime/opset/op_record.h"

namespace litevk {
namespace {

int VersionOfDequantize(const OpSignature& signature) {
  const schema::TensorType type = signature.input_type(0);
  if (IsFloat8(type)) return 9;
  if (type == UINT4) return 8;
  if (type == INT2) return 7;
  if (type == INT4) return 6;
  if (type == INT16 || type == FLOAT16) return 3;
  if (type != INT8) return 1;
  return HasScalesPerChannel(signature.input(0)) ? 5 : 2;
}

}  // namespace

extern const OpInfo kOpInfo_dequantize = {
    .op_code = abi::kTfLiteBuiltinDequantize,
    .name = "DEQUANTIZE",
    .stem = "dequantize",
    .versions =
        {
            {1, "1.13.1", "uint8"},
            {2, "1.14.0", "int8"},
            {3, "1.15.0", "int16 and float16"},
            {4, "2.2.0", "no type that converters write"},
            {5, "2.7.0", "int8 with a scale per channel"},
            {6, "2.18.0", "int4"},
            {7, "2.21.0", "int2"},
            {8, "2.22.0", "uint4"},
            {9, "2.23.0", "float8"},
        },
    .needed_version = VersionOfDequantize,
    .params = kNoParams,
    .types =
        {{.name = "float16",
          .inputs = {ir::DataType::kFloat16},
          .outputs = {kFloat32},
          .quantized = Quantized::kConverted},
         {.name = "integers",
          .inputs = {{ir::DataType::kInt8, ir::DataType::kUInt8}},
          .outputs = {kFloat32},
          .quantized = Quantized::kConverted},
         {.name = "int16", .inputs = {Symmetric(ir::DataType::kInt16)}, .outputs = {kFloat32}},
         {.name = "packed", .inputs = {kPacked}, .outputs = {kFloat32}, .quantized = Quantized::kConverted}},
    .infer_shapes = ir::SameAsInput,
    .operands = {{"input"}, {"output"}},
    .numeric_class = {NumericKind::kExact},
    .layout = {LayoutRole::kTransparent},
    .cost = MoveCost,
};

}  // namespace litevk
