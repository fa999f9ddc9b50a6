#include <string>

#include "runtime/opset/op_record.h"
#include "runtime/opset/shapes/shape_check.h"

namespace litevk {
namespace {

// Largest num_bits: TFLite keeps the zero point in 16 bits.
constexpr int kMostBits = 16;

// Like TFLite's kernel, refuses a narrow range. That is meant for weights, which are constants.
Status InferFakeQuant(const ir::ShapeQuery& query) {
  const auto& params = query.params.As<abi::TfLiteFakeQuantParams>();
  if (params.narrow_range) return Unsupported("a narrow range is not supported, as in TensorFlow Lite");
  if (params.num_bits < 1 || params.num_bits > kMostBits) {
    return InvalidArgument("the number of bits is " + std::to_string(params.num_bits) + ", expected 1 to " +
                           std::to_string(kMostBits));
  }
  if (!(params.min < params.max)) {
    return InvalidArgument("the range begins at " + std::to_string(params.min) + " and ends at " +
                           std::to_string(params.max) + ", expected a beginning below the end");
  }
  return ir::SameAsInput(query);
}

void FillParams(const schema::FakeQuantOptions& options, abi::TfLiteFakeQuantParams& params, OptionsReader&) {
  params.min = options.min();
  params.max = options.max();
  params.num_bits = options.num_bits();
  params.narrow_range = options.narrow_range();
}

int VersionOfFakeQuant(const OpSignature& signature) {
  const auto* options = signature.options<schema::FakeQuantOptions>();
  return options != nullptr && options->narrow_range() ? 2 : 1;
}

}  // namespace

extern const OpInfo kOpInfo_fake_quant = {
    .op_code = abi::kTfLiteBuiltinFakeQuant,
    .name = "FAKE_QUANT",
    .stem = "fake_quant",
    .versions =
        {
            {1, "1.5.0", "float32"},
            {2, "1.10.0", "narrow range"},
        },
    .needed_version = VersionOfFakeQuant,
    .params = ParamsOf<FillParams>(),
    .types = {{.inputs = {kFloat32}, .outputs = {kFloat32}}},
    .infer_shapes = InferFakeQuant,
    .operands = {{"input"}, {"output"}},
    .numeric_class = {NumericKind::kTranscendental},
    .layout = {LayoutRole::kTransparent},
    .cost = ElementwiseCost,
};

}  // namespace litevk
