#include "runtime/opset/ops/concatenation.h"

#include <algorithm>
#include <cmath>
#include <string>

#include "runtime/opset/common/tflite_failures.h"
#include "runtime/opset/op_record.h"
#include "runtime/opset/quantized/affine_channels.h"
#include "runtime/opset/quantized/truncate_to_int32.h"
#include "runtime/opset/same_quantization.h"
#include "runtime/opset/shapes/shape_check.h"

namespace litevk {
namespace {

// Scalars become a vector. All other shapes follow the rule that the delegate uses too.
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

bool TfliteFails(const ir::NodeView& view) {
  const bool is_of_scalars = view.has_input(0) && view.input(0).dims.rank() == 0;
  return is_of_scalars || TfliteRefusesOutput<ir::DataType::kInt2, ir::DataType::kUInt4>(view);
}

void Describe(NodeText& text) {
  text.AddOperands();
  text.AddNumber("Axis", text.view().params<abi::TfLiteConcatenationParams>().axis);
}

constexpr LayerForm kLayer = {
    .operands = 0, .needs = "axes", .params = [](const LayerAttributes& layer, int /*channels*/) {
      return PackParams(abi::TfLiteConcatenationParams{layer.axes.front(), layer.activation});
    }};

bool HasOneScale(const ir::Quantization& quantization) {
  return quantization.scales.size() == 1 && quantization.zero_points.size() == 1;
}

bool IsSymmetric(const ir::Quantization& quantization) {
  return std::ranges::all_of(quantization.zero_points, [](int point) { return point == 0; });
}

// Like TFLite, converts in float32. Overflow of 32 bits becomes the lowest int32, before the zero point is
// added.
std::byte Convert(int integer, float multiplier, const AffineChannels::Channel& from, int to_zero_point) {
  const float bias = -static_cast<float>(from.zero_point) * multiplier;
  const int32_t steps = TruncateToInt32(std::round(static_cast<float>(integer) * multiplier + bias));
  return static_cast<std::byte>(std::clamp<int64_t>(int64_t{steps} + to_zero_point, 0, 255));
}

}  // namespace

// TFLite joins int16 values whatever their scales are, or without scales, if all zero points are 0.
JoinedIntegers HowJoined(const ir::Tensor& input, const ir::Tensor& output) {
  if (HasSameQuantization(input, output)) return JoinedIntegers::kAsTheyAre;
  const bool is_symmetric = IsSymmetric(input.quantization) && IsSymmetric(output.quantization);
  if (output.type == ir::DataType::kInt16 && is_symmetric) return JoinedIntegers::kAsTheyAre;
  const bool has_scales = HasOneScale(input.quantization) && HasOneScale(output.quantization);
  return output.type == ir::DataType::kUInt8 && has_scales ? JoinedIntegers::kConverted
                                                           : JoinedIntegers::kRefused;
}

std::array<std::byte, 256> ConvertedIntegers(const ir::Tensor& input, const ir::Tensor& output) {
  const AffineChannels::Channel from = AffineChannels::OnlyOf(input);
  const AffineChannels::Channel to = AffineChannels::OnlyOf(output);
  const float multiplier = from.scale * (1.0F / to.scale);
  std::array<std::byte, 256> table = {};
  for (size_t integer = 0; integer < table.size(); ++integer) {
    table[integer] = Convert(static_cast<int>(integer), multiplier, from, to.zero_point);
  }
  return table;
}

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
    .tflite_fails = TfliteFails,
    .infer_shapes = InferConcatenation,
    .operands = {{"values"}, {"output"}},
    .numeric_class = {NumericKind::kExact},
    .layout = {.role = LayoutRole::kAttribute, .moved = {{"axis", Moves::kAxis}}},
    .cost = MoveCost,
    .describe = Describe,
    .layer = &kLayer,
};

}  // namespace litevk
