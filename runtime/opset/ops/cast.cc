#include "runtime/opset/op_record.h"

namespace litevk {
namespace {

void FillParams(const schema::CastOptions& options, abi::TfLiteCastParams& params, OptionsReader& reader) {
  params.in_data_type = reader.ReadType(options.in_data_type());
  params.out_data_type = reader.ReadType(options.out_data_type());
}

int VersionOfCast(const OpSignature& signature) {
  const schema::TensorType from = signature.input_type(0);
  const schema::TensorType to = signature.output_type(0);
  const auto either = [&](schema::TensorType type) { return from == type || to == type; };
  if (IsFloat8(from) || IsFloat8(to)) return 9;
  if (either(INT2) || either(UINT4)) return 8;
  if (either(BFLOAT16)) return 7;
  if (from == INT4 && to == FLOAT32) return 6;
  if (either(FLOAT64) || either(FLOAT16)) return 5;
  if (either(UINT16)) return 4;
  if (either(INT8)) return 3;
  return either(UINT32) ? 2 : 1;
}

}  // namespace

extern const OpInfo kOpInfo_cast = {
    .op_code = abi::kTfLiteBuiltinCast,
    .name = "CAST",
    .stem = "cast",
    .versions =
        {
            {1, "1.5.0", "float32, int64, int32, int16, uint8, bool and complex64"},
            {2, "2.7.0", "uint32"},
            {3, "2.8.0", "int8"},
            {4, "2.9.0", "uint16"},
            {5, "2.12.0", "float64 and float16"},
            {6, "2.15.0", "int4 to float32"},
            {7, "2.17.0", "bfloat16"},
            {8, "2.21.0", "int2 and uint4"},
            {9, "2.23.0", "float8"},
        },
    .needed_version = VersionOfCast,
    .params = ParamsOf<FillParams>(),
    // The types of the tensors decide, not those of the options. Scales are ignored: a quantized tensor is
    // cast by its stored integers.
    .types =
        {{.inputs = {kFixedSize}, .outputs = {kFixedSize}, .quantized = Quantized::kMoved},
         {.name = "from complex64",
          .inputs = {ir::DataType::kComplex64},
          .outputs = {kFixedSize},
          .quantized = Quantized::kMoved},
         {.name = "to complex64",
          .inputs = {kFixedSize | ir::DataType::kComplex64},
          .outputs = {ir::DataType::kComplex64},
          .quantized = Quantized::kMoved},
         {.name = "to packed", .inputs = {kFloat32}, .outputs = {kPacked}, .quantized = Quantized::kMoved},
         {.name = "from packed", .inputs = {kPacked}, .outputs = {kFloat32}, .quantized = Quantized::kMoved}},
    .infer_shapes = ir::SameAsInput,
    .operands = {{"input"}, {"output"}},
    .numeric_class = {NumericKind::kRounding},
    .layout = {LayoutRole::kTransparent},
    .cost = ElementwiseCost,
};

}  // namespace litevk
