#include "runtime/opset/op_record.h"

namespace litevk {
namespace {

constexpr LayerForm kLayer = {.operands = 1};

}  // namespace

extern const OpInfo kOpInfo_logistic = {
    .op_code = abi::kTfLiteBuiltinLogistic,
    .name = "LOGISTIC",
    .stem = "logistic",
    .versions =
        {
            {1, "1.14.0", "float32 and uint8"},
            {2, "1.14.0", "int8"},
            {3, "2.3.0", "int16"},
        },
    .needed_version = kInt8Is2Int16Is3,
    .params = kNoParams,
    .types = {{.element = {ir::DataType::kFloat32, ir::DataType::kFloat16}, .inputs = {kT}, .outputs = {kT}},
              {.name = "int8", .inputs = {PerTensor(kInt8)}, .outputs = {FixedScale(kInt8, 0x1p-8F)}},
              {.name = "uint8",
               .inputs = {PerTensor(ir::DataType::kUInt8)},
               .outputs = {FixedScale(ir::DataType::kUInt8, 0x1p-8F)}},
              {.name = "int16",
               .inputs = {Symmetric(ir::DataType::kInt16)},
               .outputs = {Fixed(ir::DataType::kInt16, 0x1p-15F, 0)}}},
    .infer_shapes = ir::SameAsInput,
    .operands = {{"input"}, {"output"}},
    .numeric_class = {NumericKind::kTranscendental},
    .layout = {LayoutRole::kTransparent},
    .cost = ElementwiseCost,
    .layer = &kLayer,
};

}  // namespace litevk
