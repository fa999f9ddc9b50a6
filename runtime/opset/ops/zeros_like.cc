#include "runtime/opset/common/tflite_failures.h"
#include "runtime/opset/op_record.h"

namespace litevk {

extern const OpInfo kOpInfo_zeros_like = {
    .op_code = abi::kTfLiteBuiltinZerosLike,
    .name = "ZEROS_LIKE",
    .stem = "zeros_like",
    .versions =
        {
            {1, "1.12.0", "float32, int32 and int64"},
        },
    .needed_version = OnlyVersion1,
    .params = kNoParams,
    .types = {{.element = kFixedSize, .inputs = {kT}, .outputs = {kT}}},
    .tflite_fails = TfliteRefusesOutput<ir::DataType::kFloat16, ir::DataType::kInt8, ir::DataType::kUInt8,
                                        ir::DataType::kInt16, ir::DataType::kBool>,
    .infer_shapes = ir::SameAsInput,
    .operands = {{"input"}, {"output"}},
    .numeric_class = {NumericKind::kExact},
    .layout = {LayoutRole::kTransparent},
    .cost = MoveCost,
};

}  // namespace litevk
