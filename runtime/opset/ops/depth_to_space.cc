#include "runtime/opset/common/block_size.h"
#include "runtime/opset/common/tflite_failures.h"
#include "runtime/opset/op_record.h"

namespace litevk {

extern const OpInfo kOpInfo_depth_to_space = {
    .op_code = abi::kTfLiteBuiltinDepthToSpace,
    .name = "DEPTH_TO_SPACE",
    .stem = "depth_to_space",
    .versions =
        {
            {1, "2.1.0", "float32, uint8, int32 and int64"},
            {2, "2.5.0", "int8"},
        },
    .needed_version = kInt8Is2,
    .params = ParamsOf<FillBlockSize<schema::DepthToSpaceOptions>>(),
    .types = {{.element = kFixedSize, .inputs = {kT}, .outputs = {kT}, .quantized = Quantized::kMoved}},
    .tflite_fails = TfliteRefusesOutput<ir::DataType::kFloat16, ir::DataType::kInt16, ir::DataType::kBool>,
    .infer_shapes = ir::InferDepthToSpace,
    .operands = {{"input"}, {"output"}},
    .numeric_class = {NumericKind::kExact},
    .layout = {.role = LayoutRole::kImplicit, .inputs = {"NHWC"}, .outputs = {"NHWC"}},
    .cost = MoveCost,
    .describe = DescribeBlockSize,
};

}  // namespace litevk
