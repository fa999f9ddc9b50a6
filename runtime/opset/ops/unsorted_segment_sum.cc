#include "runtime/opset/common/segments.h"
#include "runtime/opset/op_record.h"

namespace litevk {

extern const OpInfo kOpInfo_unsorted_segment_sum = {
    .op_code = abi::kTfLiteBuiltinUnsortedSegmentSum,
    .name = "UNSORTED_SEGMENT_SUM",
    .stem = "unsorted_segment_sum",
    .versions =
        {
            {1, "2.10.0", "float32 and int32"},
        },
    .needed_version = OnlyVersion1,
    .params = kNoParams,
    .types = {{.element = kSegmentTypes, .inputs = {kT, kInt32, kInt32}, .outputs = {kT}}},
    .infer_shapes = InferUnsortedSegment,
    .operands = {{"data", "segment_ids", "num_segments"}, {"output"}},
    .numeric_class = {NumericKind::kTranscendental},
    .layout = {LayoutRole::kTerminate},
    .cost = ReductionCost,
};

}  // namespace litevk
