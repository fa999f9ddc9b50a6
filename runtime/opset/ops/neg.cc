#include "runtime/opset/op_record.h"

namespace litevk {

extern const OpInfo kOpInfo_neg = {
    .op_code = abi::kTfLiteBuiltinNeg,
    .name = "NEG",
    .stem = "neg",
    .versions =
        {
            {1, "1.9.0", "every type"},
        },
    .needed_version = OnlyVersion1,
    .params = kNoParams,
    .types = {{.element = {ir::DataType::kFloat32, ir::DataType::kFloat16, ir::DataType::kInt8,
                           ir::DataType::kInt16, ir::DataType::kInt32, ir::DataType::kInt64},
               .inputs = {kT},
               .outputs = {kT}},
              {.name = "quantized",
               .element = {ir::DataType::kInt8, ir::DataType::kInt16},
               .inputs = {kT},
               .outputs = {kT},
               .quantized = Quantized::kMoved}},
    .infer_shapes = ir::SameAsInput,
    .operands = {{"input"}, {"output"}},
    .numeric_class = {NumericKind::kExact},
    .layout = {LayoutRole::kTransparent},
    .cost = ElementwiseCost,
};

}  // namespace litevk
