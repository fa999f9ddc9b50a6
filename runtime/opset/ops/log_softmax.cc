#include "runtime/opset/op_record.h"

namespace litevk {

extern const OpInfo kOpInfo_log_softmax = {
    .op_code = abi::kTfLiteBuiltinLogSoftmax,
    .name = "LOG_SOFTMAX",
    .stem = "log_softmax",
    .versions =
        {
            {1, "1.14.0", "float32 and uint8"},
            {2, "1.14.0", "int8"},
        },
    .needed_version = kInt8Is2,
    .params = kNoParams,
    .types = {{.inputs = {kFloat32}, .outputs = {kFloat32}}},
    .infer_shapes = ir::SameAsInput,
    .operands = {{"input"}, {"output"}},
    .numeric_class = {NumericKind::kTranscendental},
    .layout = {LayoutRole::kAttribute},
    .cost = ElementwiseCost,
};

}  // namespace litevk
