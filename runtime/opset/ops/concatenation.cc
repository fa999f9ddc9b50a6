#include <string>

#include "runtime/opset/op_record.h"
#include "runtime/opset/shape_check.h"

namespace litevk {
namespace {

// Scalars become a vector; every other shape is the delegate's too.
Status InferConcatenation(const ir::ShapeQuery& query) {
  const auto count = static_cast<int>(query.inputs.size());
  LITEVK_RETURN_IF_ERROR(ir::CheckInputs(query, count));
  if (count == 0 || query.input(0).rank() > 0) return ir::InferConcatenation(query);
  for (const ir::Tensor* input : query.inputs) {
    LITEVK_RETURN_IF_ERROR(ir::CheckRank(input->dims, 0, "a concatenated input"));
  }
  const int axis = query.params.As<abi::TfLiteConcatenationParams>().axis;
  if (axis == 0) return ir::SetOutput(query, {count});
  return InvalidArgument("axis is " + std::to_string(axis) + ", expected 0 for scalars");
}

void FillParams(const schema::ConcatenationOptions& options, abi::TfLiteConcatenationParams& params,
                OptionsReader& reader) {
  params.axis = options.axis();
  params.activation = reader.ReadActivation(options.fused_activation_function());
}

void Describe(NodeText& text) {
  text.AddOperands();
  text.AddNumber("Axis", text.view().params<abi::TfLiteConcatenationParams>().axis);
}

constexpr LayerForm kLayer = {
    .operands = 0, .needs = "axes", .params = [](const LayerAttributes& layer, int /*channels*/) {
      return PackParams(abi::TfLiteConcatenationParams{layer.axes.front(), layer.activation});
    }};

}  // namespace

extern const OpInfo kOpInfo_concatenation = {
    .op_code = abi::kTfLiteBuiltinConcatenation,
    .name = "CONCATENATION",
    .stem = "concatenation",
    .versions =
        {
            {1, "1.5.0", "float32, uint8, int32 and int64"},
            {2, "1.14.0", "int8"},
            {3, "2.3.0", "int16"},
            {4, "2.14.0", "uint32"},
            {5, "2.21.0", "int4"},
            {6, "2.23.0", "float16"},
            {7, "2.23.0", "float8"},
        },
    .needed_version = ByInput<0, When{INT8, 2}, When{INT16, 3}, When{UINT32, 4}, When{INT4, 5},
                              When{FLOAT16, 6}, When{FLOAT8_E4M3FN, 7}, When{FLOAT8_E5M2, 7}>,
    .params = ParamsOf<FillParams>(),
    .types = {{.element = kFixedSize | kPacked,
               .inputs = {kT},
               .outputs = {kT},
               .variadic = true,
               .quantized = Quantized::kMoved}},
    .infer_shapes = InferConcatenation,
    .operands = {{"values"}, {"output"}},
    .numeric_class = {NumericKind::kExact},
    .layout = {.role = LayoutRole::kAttribute, .moved = {{"axis", Moves::kAxis}}},
    .cost = MoveCost,
    .describe = Describe,
    .layer = &kLayer,
};

}  // namespace litevk
