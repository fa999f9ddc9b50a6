#include "runtime/opset/common/stablehlo.h"
#include "runtime/opset/op_record.h"

namespace litevk {

extern const OpInfo kOpInfo_stablehlo_minimum = {
    .op_code = abi::kTfLiteBuiltinStablehloMinimum,
    .name = "STABLEHLO_MINIMUM",
    .stem = "stablehlo_minimum",
    .versions =
        {
            {1, "2.16.0", "float32, float16, float64 and integers"},
        },
    .needed_version = OnlyVersion1,
    .params = kNoParams,
    .types = {{.element = kStablehloNumbers, .inputs = {kT, kT}, .outputs = {kT}}},
    .combination = Combination::kMinimum,
    .infer_shapes = InferSameDims,
    .operands = {{"lhs", "rhs"}, {"output"}},
    .numeric_class = {NumericKind::kExact},
    .layout = {LayoutRole::kTransparent},
    .cost = ElementwiseCost,
};

}  // namespace litevk
