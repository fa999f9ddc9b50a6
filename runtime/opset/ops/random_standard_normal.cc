#include "runtime/opset/common/random.h"
#include "runtime/opset/op_record.h"

namespace litevk {

extern const OpInfo kOpInfo_random_standard_normal = {
    .op_code = abi::kTfLiteBuiltinRandomStandardNormal,
    .name = "RANDOM_STANDARD_NORMAL",
    .stem = "random_standard_normal",
    .versions =
        {
            {1, "2.8.0", "float32"},
        },
    .needed_version = OnlyVersion1,
    .params = ParamsOf<FillRandom>(),
    .types = {},
    .infer_shapes = nullptr,
    .operands = {{"shape"}, {"output"}},
    .numeric_class = {NumericKind::kTranscendental},
    .layout = {LayoutRole::kTerminate},
    .cost = ElementwiseCost,
};

}  // namespace litevk
