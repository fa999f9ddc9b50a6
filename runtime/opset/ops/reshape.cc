#include "runtime/opset/op_record.h"

namespace litevk {
namespace {

void FillParams(const schema::ReshapeOptions& options, abi::TfLiteReshapeParams& params,
                OptionsReader& reader) {
  params.num_dimensions = reader.ReadInts(options.new_shape(), params.shape, "dims");
}

}  // namespace

extern const OpInfo kOpInfo_reshape = {
    .op_code = abi::kTfLiteBuiltinReshape,
    .name = "RESHAPE",
    .stem = "reshape",
    .versions =
        {
            {1, "1.5.0", "every type"},
        },
    .needed_version = OnlyVersion1,
    .params = ParamsOf<FillParams>(),
    // Like TFLite, InferReshape ignores an int64 shape and uses the node's option.
    .types = {{.element = kMovable | ir::DataType::kComplex64 | kPacked,
               .inputs = {kT, kIndex},
               .outputs = {kT},
               .required_inputs = 1,
               .quantized = Quantized::kMoved}},
    .input_that_may_lack_data = 1,
    .infer_shapes = ir::InferReshape,
    .operands = {{"input", "shape"}, {"output"}},
    .numeric_class = {NumericKind::kExact},
    .layout = {.role = LayoutRole::kTerminate, .keeps_elements = true},
    .cost = AliasCost,
    .describe = DescribeShape,
};

}  // namespace litevk
