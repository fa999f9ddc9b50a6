#include "runtime/opset/common/non_max_suppression.h"
#include "runtime/opset/op_record.h"

namespace litevk {

extern const OpInfo kOpInfo_non_max_suppression_v4 = {
    .op_code = abi::kTfLiteBuiltinNonMaxSuppressionV4,
    .name = "NON_MAX_SUPPRESSION_V4",
    .stem = "non_max_suppression_v4",
    .versions =
        {
            {1, "2.1.0", "float32"},
        },
    .needed_version = OnlyVersion1,
    .params = kNoParams,
    .types = {{.inputs = {kFloat32, kFloat32, kInt32, kFloat32, kFloat32}, .outputs = {kInt32, kInt32}}},
    .infer_shapes = InferNonMaxSuppression,
    .operands = {{"boxes", "scores", "max_output_size", "iou_threshold", "score_threshold"},
                 {"selected_indices", "selected_count"}},
    .numeric_class = {NumericKind::kExact},
    .layout = {LayoutRole::kTerminate},
    .cost = ReductionCost,
};

}  // namespace litevk
