#include "runtime/opset/op_record.h"

namespace litevk {

extern const OpInfo kOpInfo_imag = {
    .op_code = abi::kTfLiteBuiltinImag,
    .name = "IMAG",
    .stem = "imag",
    .versions =
        {
            {1, "2.5.0", "complex64 and complex128"},
        },
    .needed_version = OnlyVersion1,
    .params = kNoParams,
    .types = {{.name = "complex64", .inputs = {ir::DataType::kComplex64}, .outputs = {kFloat32}},
              {.name = "complex128",
               .inputs = {ir::DataType::kComplex128},
               .outputs = {ir::DataType::kFloat64}}},
    .infer_shapes = ir::SameAsInput,
    .operands = {{"input"}, {"output"}},
    .numeric_class = {NumericKind::kExact},
    .layout = {LayoutRole::kTransparent},
    .cost = ElementwiseCost,
};

}  // namespace litevk
