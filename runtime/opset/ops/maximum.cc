#include "runtime/opset/elementwise/quantized_elementwise.h"
#include "runtime/opset/op_record.h"

namespace litevk {

extern const OpInfo kOpInfo_maximum = {
    .op_code = abi::kTfLiteBuiltinMaximum,
    .name = "MAXIMUM",
    .stem = "maximum",
    .versions =
        {
            {1, "1.14.0", "float32, int32, int64 and uint8"},
            {2, "1.14.0", "int8"},
            {3, "2.3.0", "broadcasting above 4 dims"},
            {4, "2.3.0", "int16"},
        },
    .needed_version = VersionOfMaximum,
    .params = kNoParams,
    .types = {{.element = {ir::DataType::kFloat32, ir::DataType::kFloat16, ir::DataType::kInt32,
                           ir::DataType::kInt64},
               .inputs = {kT, kT},
               .outputs = {kT},
               .quantized = Quantized::kMoved},
              OfIntegers("numbers")},
    .combination = Combination::kMaximum,
    .infer_shapes = ir::BroadcastInputs,
    .operands = {{"lhs", "rhs"}, {"output"}},
    .numeric_class = {NumericKind::kExact},
    .layout = {LayoutRole::kTransparent},
    .cost = ElementwiseCost,
};

}  // namespace litevk
