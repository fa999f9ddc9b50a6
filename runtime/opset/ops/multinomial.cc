#include "runtime/opset/common/random.h"
#include "runtime/opset/op_record.h"

namespace litevk {

extern const OpInfo kOpInfo_multinomial = {
    .op_code = abi::kTfLiteBuiltinMultinomial,
    .name = "MULTINOMIAL",
    .stem = "multinomial",
    .versions =
        {
            {1, "2.8.0", "float32"},
        },
    .needed_version = OnlyVersion1,
    .params = ParamsOf<FillRandom>(),
    .types = {},
    .infer_shapes = nullptr,
    .operands = {{"logits", "num_samples"}, {"output"}},
    .numeric_class = {NumericKind::kExact},
    .layout = {LayoutRole::kTerminate},
    .cost = ElementwiseCost,
};

}  // namespace litevk
