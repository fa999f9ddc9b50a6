#include "runtime/opset/op_record.h"

namespace litevk {
namespace {

int VersionOfAbs(const OpSignature& signature) {
  const schema::TensorType type = signature.input_type(0);
  if (type == INT32) return 5;
  if (type == INT16) return IsQuantized(signature.input(0)) ? 3 : 4;
  return type == INT8 || type == UINT8 ? 2 : 1;
}

}  // namespace

extern const OpInfo kOpInfo_abs = {
    .op_code = abi::kTfLiteBuiltinAbs,
    .name = "ABS",
    .stem = "abs",
    .versions =
        {
            {1, "1.13.0", "float32"},
            {2, "2.4.0", "int8 and uint8"},
            {3, "2.5.0", "int16 with a scale"},
            {4, "2.6.0", "int16 without quantization"},
            {5, "2.12.0", "int32"},
        },
    .needed_version = VersionOfAbs,
    .params = kNoParams,
    .types = {{.element = {ir::DataType::kFloat32, ir::DataType::kInt16, ir::DataType::kInt32},
               .inputs = {kT},
               .outputs = {kT}},
              {.name = "int8", .inputs = {PerTensor(kInt8)}, .outputs = {PerTensor(kInt8)}},
              {.name = "int16",
               .inputs = {Symmetric(ir::DataType::kInt16)},
               .outputs = {Symmetric(ir::DataType::kInt16)}}},
    .infer_shapes = ir::SameAsInput,
    .operands = {{"input"}, {"output"}},
    .numeric_class = {NumericKind::kExact},
    .layout = {LayoutRole::kTransparent},
    .cost = ElementwiseCost,
};

}  // namespace litevk
