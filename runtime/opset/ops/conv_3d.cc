#include "runtime/opset/conv/conv_3d.h"
#include "runtime/opset/op_record.h"

namespace litevk {
namespace {

OpCost Cost(const ir::NodeView& view) { return Conv3dCost(view, view.output()); }

}  // namespace

extern const OpInfo kOpInfo_conv_3d = {
    .op_code = abi::kTfLiteBuiltinConv3d,
    .name = "CONV_3D",
    .stem = "conv_3d",
    .versions =
        {
            {1, "2.5.0", "float32"},
        },
    .needed_version = OnlyVersion1,
    .params = ParamsOf<FillConv3d>(),
    .types = {{.inputs = {kFloat32, kFloat32, kFloat32}, .outputs = {kFloat32}, .required_inputs = 2}},
    .infer_shapes = ir::InferConv3d,
    .operands = {{"input", "filter", "bias"}, {"output"}},
    .numeric_class = {NumericKind::kSum, {.factors = {0, 1}, .counted_input = 1, .dims = {0, 1, 2, 3}}},
    .layout = {.role = LayoutRole::kImplicit, .inputs = {"NDHWC", "DHWIO", "O"}, .outputs = {"NDHWC"}},
    .cost = Cost,
};

}  // namespace litevk
