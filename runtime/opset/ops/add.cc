#include "runtime/opset/common/tflite_failures.h"
#include "runtime/opset/elementwise/quantized_elementwise.h"
#include "runtime/opset/op_record.h"

namespace litevk {
namespace {

int VersionOfAdd(const OpSignature& signature) {
  const schema::TensorType type = signature.input_type(0);
  if (type == FLOAT16) return 6;
  if (type == INT16 && !IsQuantized(signature.input(0))) return 5;
  if (type == INT64) return 4;
  if (HasAnyScaleInt16<schema::AddOptions>(signature)) return 3;
  return type == INT8 ? 2 : 1;
}

}  // namespace

extern const OpInfo kOpInfo_add = {
    .op_code = abi::kTfLiteBuiltinAdd,
    .name = "ADD",
    .stem = "add",
    .versions =
        {
            {1, "1.5.0", "float32, int32 and uint8"},
            {2, "1.14.0", "int8"},
            {3, "2.4.0", "int16 with any scale"},
            {4, "2.6.0", "int64"},
            {5, "2.13.0", "int16 without quantization"},
            {6, "2.23.0", "float16"},
        },
    .needed_version = VersionOfAdd,
    .params = ParamsOf<FillSum<schema::AddOptions>>(),
    .types = {{.element = {ir::DataType::kFloat32, ir::DataType::kFloat16, ir::DataType::kInt16,
                           ir::DataType::kInt32, ir::DataType::kInt64},
               .inputs = {kT, kT},
               .outputs = {kT}},
              QuantizedOne(ir::DataType::kInt8, 2),
              QuantizedOne(ir::DataType::kUInt8, 2),
              QuantizedInt16(2)},
    .tflite_fails = TfliteFailsAtSum,
    .combination = Combination::kAdd,
    .infer_shapes = ir::BroadcastInputs,
    .operands = {{"lhs", "rhs"}, {"output"}},
    .numeric_class = {NumericKind::kRounding},
    .layout = {LayoutRole::kTransparent},
    .cost = ElementwiseCost,
    .describe = DescribeArithmetic,
    .layer = &kArithmeticLayer,
};

}  // namespace litevk
