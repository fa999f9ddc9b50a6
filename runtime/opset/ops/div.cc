#include "runtime/opset/elementwise/quantized_elementwise.h"
#include "runtime/opset/op_record.h"

namespace litevk {
namespace {

int VersionOfDiv(const OpSignature& signature) { return BroadcastsAboveFourDims(signature) ? 2 : 1; }

}  // namespace

extern const OpInfo kOpInfo_div = {
    .op_code = abi::kTfLiteBuiltinDiv,
    .name = "DIV",
    .stem = "div",
    .versions =
        {
            {1, "1.6.0", "float32, int32 and uint8"},
            {2, "2.3.0", "broadcasting above 4 dims"},
        },
    .needed_version = VersionOfDiv,
    .params = ParamsOf<FillArithmetic<schema::DivOptions>>(),
    .types = {{.element = {ir::DataType::kFloat32, ir::DataType::kInt32},
               .inputs = {kT, kT},
               .outputs = {kT}},
              Quantized8Bits(2),
              QuantizedOne(ir::DataType::kInt16, 2)},
    .infer_shapes = ir::BroadcastInputs,
    .operands = {{"lhs", "rhs"}, {"output"}},
    .numeric_class = {NumericKind::kRounding},
    .layout = {LayoutRole::kTransparent},
    .cost = ElementwiseCost,
    .describe = DescribeArithmetic,
};

}  // namespace litevk
