#include "runtime/opset/conv/conv_3d.h"
#include "runtime/opset/op_record.h"

namespace litevk {
namespace {

// Counts the whole filter of every output channel for each element of the input.
OpCost Cost(const ir::NodeView& view) { return Conv3dCost(view, view.input(2)); }

}  // namespace

extern const OpInfo kOpInfo_conv_3d_transpose = {
    .op_code = abi::kTfLiteBuiltinConv3dTranspose,
    .name = "CONV_3D_TRANSPOSE",
    .stem = "conv_3d_transpose",
    .versions =
        {
            {1, "2.6.0", "float32"},
        },
    .needed_version = OnlyVersion1,
    .params = ParamsOf<FillConv3d>(),
    .types = {{.inputs = {kInt32, kFloat32, kFloat32, kFloat32},
               .outputs = {kFloat32},
               .required_inputs = 3}},
    .infer_shapes = ir::InferConv3dTranspose,
    .operands = {{"output_shape", "filter", "input", "bias"}, {"output"}},
    .numeric_class = {NumericKind::kSum, {.factors = {2, 1}, .counted_input = 1, .dims = {0, 1, 2, 4}}},
    .layout = {.role = LayoutRole::kImplicit,
               .inputs = {"", "DHWOI>IODHW", "NDHWC", "O"},
               .outputs = {"NDHWC"}},
    .cost = Cost,
};

}  // namespace litevk
