#include "runtime/opset/common/random.h"
#include "runtime/opset/op_record.h"

namespace litevk {

extern const OpInfo kOpInfo_random_uniform = {
    .op_code = abi::kTfLiteBuiltinRandomUniform,
    .name = "RANDOM_UNIFORM",
    .stem = "random_uniform",
    .versions =
        {
            {1, "2.8.0", "float32"},
        },
    .needed_version = OnlyVersion1,
    .params = ParamsOf<FillRandom>(),
    .types = {},
    .infer_shapes = nullptr,
    .operands = {{"shape"}, {"output"}},
    .numeric_class = {NumericKind::kExact},
    .layout = {LayoutRole::kTerminate},
    .cost = ElementwiseCost,
};

}  // namespace litevk
