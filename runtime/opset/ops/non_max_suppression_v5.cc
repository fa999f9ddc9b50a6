#include "runtime/opset/common/non_max_suppression.h"
#include "runtime/opset/op_record.h"

namespace litevk {

extern const OpInfo kOpInfo_non_max_suppression_v5 = {
    .op_code = abi::kTfLiteBuiltinNonMaxSuppressionV5,
    .name = "NON_MAX_SUPPRESSION_V5",
    .stem = "non_max_suppression_v5",
    .versions =
        {
            {1, "2.1.0", "float32"},
        },
    .needed_version = OnlyVersion1,
    .params = kNoParams,
    .types = {{.inputs = {kFloat32, kFloat32, kInt32, kFloat32, kFloat32, kFloat32},
               .outputs = {kInt32, kFloat32, kInt32}}},
    .infer_shapes = InferNonMaxSuppression,
    .operands = {{"boxes", "scores", "max_output_size", "iou_threshold", "score_threshold", "soft_nms_sigma"},
                 {"selected_indices", "selected_scores", "selected_count"}},
    .numeric_class = {NumericKind::kTranscendental},
    .layout = {LayoutRole::kTerminate},
    .cost = ReductionCost,
};

}  // namespace litevk
