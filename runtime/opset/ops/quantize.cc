#include "runtime/opset/op_record.h"

namespace litevk {
namespace {

constexpr TypeSet k8Bits = {ir::DataType::kInt8, ir::DataType::kUInt8};
constexpr TypeSet kInt16 = ir::DataType::kInt16;

int VersionOfQuantize(const OpSignature& signature) {
  const schema::TensorType from = signature.input_type(0);
  const schema::TensorType to = signature.output_type(0);
  if (from == UINT4 || to == UINT4) return 5;
  if (from == INT4 || to == INT4) return 4;
  if (HasScalesPerChannel(signature.output(0))) return 3;
  return to == INT16 ? 2 : 1;
}

}  // namespace

extern const OpInfo kOpInfo_quantize = {
    .op_code = abi::kTfLiteBuiltinQuantize,
    .name = "QUANTIZE",
    .stem = "quantize",
    .versions =
        {
            {1, "1.14.0", "float32 to uint8 and int8"},
            {2, "1.15.0", "int16 output"},
            {3, "2.7.0", "scales per channel"},
            {4, "2.21.0", "int4"},
            {5, "2.21.0", "uint4"},
            {6, "2.21.0", "no type that converters write"},
        },
    .needed_version = VersionOfQuantize,
    .params = kNoParams,
    .types = {{.name = "from float32",
               .inputs = {kFloat32},
               .outputs = {k8Bits | kInt16 | TypeSet{ir::DataType::kInt4, ir::DataType::kUInt4}},
               .quantized = Quantized::kConverted},
              {.name = "from 8 bits", .inputs = {PerTensor(k8Bits)}, .outputs = {PerTensor(k8Bits | kInt16)}},
              {.name = "from int16", .inputs = {PerTensor(kInt16)}, .outputs = {PerTensor(kInt8 | kInt32)}},
              {.name = "int16 to int16", .inputs = {Symmetric(kInt16)}, .outputs = {Symmetric(kInt16)}},
              {.name = "from int32", .inputs = {PerTensor(kInt32)}, .outputs = {PerTensor(kInt8 | kInt16)}}},
    .infer_shapes = ir::SameAsInput,
    .operands = {{"input"}, {"output"}},
    .numeric_class = {NumericKind::kExact},
    .layout = {LayoutRole::kTransparent},
    .cost = ElementwiseCost,
};

}  // namespace litevk
