#include <string>

#include "runtime/opset/op_record.h"
#include "runtime/opset/shapes/shape_check.h"

namespace litevk {
namespace {

Status InferL2Normalization(const ir::ShapeQuery& query) {
  LITEVK_RETURN_IF_ERROR(ir::CheckInputs(query, 1));
  if (query.input(0).rank() == 0) return InvalidArgument("input is a scalar, expected 1 dim or more");
  const int activation = query.params.As<abi::TfLiteL2NormParams>().activation;
  if (activation == abi::kTfLiteActNone) return ir::SameAsInput(query);
  return Unsupported("the fused activation has code " + std::to_string(activation) + ", expected NONE");
}

void FillParams(const schema::L2NormOptions& options, abi::TfLiteL2NormParams& params,
                OptionsReader& reader) {
  params.activation = reader.ReadActivation(options.fused_activation_function());
}

// Scale of a quantized output, whose values range from -1 to almost 1.
constexpr float kScale = 1.0F / 128;
constexpr TypeSet kUInt8 = ir::DataType::kUInt8;

}  // namespace

extern const OpInfo kOpInfo_l2_normalization = {
    .op_code = abi::kTfLiteBuiltinL2Normalization,
    .name = "L2_NORMALIZATION",
    .stem = "l2_normalization",
    .versions =
        {
            {1, "1.5.0", "float32 and uint8"},
            {2, "1.14.0", "int8"},
        },
    .needed_version = ByOutput<When{INT8, 2}>,
    .params = ParamsOf<FillParams>(),
    .types = {{.inputs = {kFloat32}, .outputs = {kFloat32}},
              {.name = "int8", .inputs = {PerTensor(kInt8)}, .outputs = {Fixed(kInt8, kScale, 0)}},
              {.name = "uint8", .inputs = {PerTensor(kUInt8)}, .outputs = {Fixed(kUInt8, kScale, 128)}}},
    .infer_shapes = InferL2Normalization,
    .operands = {{"input"}, {"output"}},
    .numeric_class = {NumericKind::kTranscendental},
    .layout = {LayoutRole::kAttribute},
    .cost = ElementwiseCost,
};

}  // namespace litevk
