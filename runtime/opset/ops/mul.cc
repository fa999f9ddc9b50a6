#include "runtime/opset/elementwise/quantized_elementwise.h"
#include "runtime/opset/op_record.h"

namespace litevk {
namespace {

// True if the requantization factor of the quantized product, from the inputs to the output, is at least 1.
bool RescalesByOneOrMore(const OpSignature& signature) {
  const auto a = ScalesOf(signature.input(0));
  const auto b = ScalesOf(signature.input(1));
  const auto out = ScalesOf(signature.output(0));
  if (a.empty() || b.empty() || out.empty() || a[0] == 0 || b[0] == 0 || out[0] == 0) return false;
  return a[0] * b[0] / out[0] >= 1.0F;
}

int VersionOfMul(const OpSignature& signature) {
  const schema::TensorType type = signature.input_type(0);
  const bool is_quantized = IsQuantized(signature.input(0)) || IsQuantized(signature.input(1));
  if (type == FLOAT16) return 8;
  if (type == UINT32 || (type == INT16 && !is_quantized)) return 7;
  if (type == COMPLEX64) return 6;
  if (type == INT64) return 5;
  if (type == INT16) return 4;
  if (RescalesByOneOrMore(signature)) return 3;
  return type == INT8 ? 2 : 1;
}

// Refuses an activation of complex values, since an activation has to compare.
Status InferMul(const ir::ShapeQuery& query) {
  LITEVK_RETURN_IF_ERROR(ir::BroadcastInputs(query));
  const bool has_activation =
      query.params.As<abi::TfLiteArithmeticParams>().activation != abi::kTfLiteActNone;
  if (query.inputs[0]->type != ir::DataType::kComplex64 || !has_activation) return {};
  return InvalidArgument("a product of complex64 has an activation, expected none");
}

}  // namespace

extern const OpInfo kOpInfo_mul = {
    .op_code = abi::kTfLiteBuiltinMul,
    .name = "MUL",
    .stem = "mul",
    .versions =
        {
            {1, "1.5.0", "float32, int32 and uint8"},
            {2, "1.14.0", "int8"},
            {3, "1.15.0", "a rescale of 1 or more"},
            {4, "2.3.0", "int16"},
            {5, "2.6.0", "int64"},
            {6, "2.11.0", "complex64"},
            {7, "2.13.0", "int16 without quantization, uint32"},
            {8, "2.23.0", "float16"},
        },
    .needed_version = VersionOfMul,
    .params = ParamsOf<FillArithmetic<schema::MulOptions>>(),
    .types = {{.element = {ir::DataType::kFloat32, ir::DataType::kFloat16, ir::DataType::kInt16,
                           ir::DataType::kInt32, ir::DataType::kUInt32, ir::DataType::kInt64,
                           ir::DataType::kComplex64},
               .inputs = {kT, kT},
               .outputs = {kT}},
              {.name = "int16 to 8 bits",
               .inputs = {ir::DataType::kInt16, ir::DataType::kInt16},
               .outputs = {PerTensor({ir::DataType::kInt8, ir::DataType::kUInt8})}},
              {.name = "int16 without output scale",
               .inputs = {ir::DataType::kInt16, ir::DataType::kInt16},
               .outputs = {Plain(ir::DataType::kInt16)}},
              Quantized8Bits(2),
              QuantizedInt16(2)},
    .combination = Combination::kMultiply,
    .infer_shapes = InferMul,
    .operands = {{"lhs", "rhs"}, {"output"}},
    .numeric_class = {NumericKind::kRounding},
    .layout = {LayoutRole::kTransparent},
    .cost = ElementwiseCost,
    .describe = DescribeArithmetic,
    .layer = &kArithmeticLayer,
};

}  // namespace litevk
