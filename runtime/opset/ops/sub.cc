#include "runtime/opset/common/tflite_failures.h"
#include "runtime/opset/elementwise/quantized_elementwise.h"
#include "runtime/opset/op_record.h"

namespace litevk {
namespace {

int VersionOfSub(const OpSignature& signature) {
  if (HasAnyScaleInt16<schema::SubOptions>(signature)) return 5;
  if (signature.input_type(0) == INT64) return 4;
  if (BroadcastsAboveFourDims(signature)) return 3;
  return signature.input_type(0) == INT8 ? 2 : 1;
}

}  // namespace

extern const OpInfo kOpInfo_sub = {
    .op_code = abi::kTfLiteBuiltinSub,
    .name = "SUB",
    .stem = "sub",
    .versions =
        {
            {1, "1.6.0", "float32, int32 and uint8"},
            {2, "1.14.0", "int8"},
            {3, "2.3.0", "broadcasting above 4 dims"},
            {4, "2.4.0", "int64"},
            {5, "2.4.0", "int16 with any scale"},
        },
    .needed_version = VersionOfSub,
    .params = ParamsOf<FillSum<schema::SubOptions>>(),
    .types = {{.element = kNumeric, .inputs = {kT, kT}, .outputs = {kT}},
              Quantized8Bits(2),
              QuantizedInt16(2)},
    .tflite_fails = TfliteFailsAtDifference,
    .infer_shapes = ir::BroadcastInputs,
    .operands = {{"lhs", "rhs"}, {"output"}},
    .numeric_class = {NumericKind::kRounding},
    .layout = {LayoutRole::kTransparent},
    .cost = ElementwiseCost,
    .describe = DescribeArithmetic,
};

}  // namespace litevk
