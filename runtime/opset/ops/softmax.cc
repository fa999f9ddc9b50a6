#include <limits>
#include <string>

#include "runtime/base/float_text.h"
#include "runtime/opset/common/tflite_failures.h"
#include "runtime/opset/op_record.h"

namespace litevk {
namespace {

Status InferSoftmax(const ir::ShapeQuery& query) {
  LITEVK_RETURN_IF_ERROR(ir::SameAsInput(query));
  if (query.input(0).rank() == 0) return InvalidArgument("input is a scalar, expected 1 dim or more");
  const float beta = query.params.As<abi::TfLiteSoftmaxParams>().beta;
  const bool is_quantized = !TypeSet{kFloat32 | ir::DataType::kFloat16}.contains(query.inputs[0]->type);
  if (!is_quantized || beta >= 0) return {};
  return Unsupported("beta is " + FloatText(beta) + ", expected 0 or more for quantized values");
}

void FillParams(const schema::SoftmaxOptions& options, abi::TfLiteSoftmaxParams& params, OptionsReader&) {
  params.beta = options.beta();
}

void Describe(NodeText& text) {
  text.AddOperands();
  text.AddNumber("Beta", text.view().params<abi::TfLiteSoftmaxParams>().beta);
}

// Scales of quantized outputs, whose values range from 0 to almost 1.
constexpr float kOf8Bits = 1.0F / (1 << 8);
constexpr float kOf16Bits = 1.0F / (1 << 15);

constexpr LayerForm kLayer = {.operands = 1, .params = [](const LayerAttributes&, int) {
                                return PackParams(abi::TfLiteSoftmaxParams{.beta = 1});
                              }};

bool TfliteFails(const ir::NodeView& view) {
  return TfliteFailsAtExponents(view, view.params<abi::TfLiteSoftmaxParams>().beta);
}

}  // namespace

extern const OpInfo kOpInfo_softmax = {
    .op_code = abi::kTfLiteBuiltinSoftmax,
    .name = "SOFTMAX",
    .stem = "softmax",
    .versions =
        {
            {1, "1.5.0", "float32 and uint8"},
            {2, "1.14.0", "int8"},
            {3, "2.3.0", "int16"},
            {4, "2.23.0", "float16"},
        },
    .needed_version = ByInput<0, When{INT8, 2}, When{INT16, 3}, When{FLOAT16, 4}>,
    .params = ParamsOf<FillParams>(),
    .types =
        {{.element = {ir::DataType::kFloat32, ir::DataType::kFloat16}, .inputs = {kT}, .outputs = {kT}},
         {.name = "int8",
          .inputs = {PerTensor(kInt8)},
          .outputs = {Fixed(kInt8, kOf8Bits, std::numeric_limits<int8_t>::min(), Scaling::kNearFixed)}},
         // TFLite ignores the quantization of an output that is uint8 or has another type than the input.
         {.name = "uint8", .inputs = {PerTensor(ir::DataType::kUInt8)}, .outputs = {ir::DataType::kUInt8}},
         {.name = "int8 to int16", .inputs = {PerTensor(kInt8)}, .outputs = {ir::DataType::kInt16}},
         {.name = "int16",
          .inputs = {Symmetric(ir::DataType::kInt16)},
          .outputs = {Fixed(ir::DataType::kInt16, kOf16Bits, 0, Scaling::kNearFixed)}}},
    .tflite_fails = TfliteFails,
    .infer_shapes = InferSoftmax,
    .operands = {{"input"}, {"output"}},
    .numeric_class = {NumericKind::kTranscendental},
    .layout = {LayoutRole::kAttribute},
    .cost = ElementwiseCost,
    .describe = Describe,
    .layer = &kLayer,
};

}  // namespace litevk
