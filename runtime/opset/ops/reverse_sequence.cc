#include <string>

#include "runtime/opset/common/tflite_failures.h"
#include "runtime/opset/op_record.h"
#include "runtime/opset/shapes/shape_check.h"

namespace litevk {
namespace {

Status InferReverseSequence(const ir::ShapeQuery& query) {
  LITEVK_RETURN_IF_ERROR(ir::CheckInputs(query, 2));
  const auto& params = query.params.As<abi::TfLiteReverseSequenceParams>();
  const ir::Shape& input = query.input(0);
  const auto is_axis = [&](int axis) { return axis >= 0 && axis < input.rank(); };
  if (!is_axis(params.seq_dim) || !is_axis(params.batch_dim) || params.seq_dim == params.batch_dim) {
    return InvalidArgument("seq_dim is " + std::to_string(params.seq_dim) + " and batch_dim " +
                           std::to_string(params.batch_dim) + ", expected two of the " +
                           std::to_string(input.rank()) + " dims of the input");
  }
  ir::Shape lengths = query.input(1);
  if (!ir::Agree(lengths, ir::Shape{input[params.batch_dim]})) {
    return InvalidArgument("seq_lengths has dims " + query.input(1).ToString() + ", expected " +
                           std::to_string(input[params.batch_dim]) + " as in the batch");
  }
  return ir::SameAsInput(query);
}

void FillParams(const schema::ReverseSequenceOptions& options, abi::TfLiteReverseSequenceParams& params,
                OptionsReader&) {
  params.seq_dim = options.seq_dim();
  params.batch_dim = options.batch_dim();
}

}  // namespace

extern const OpInfo kOpInfo_reverse_sequence = {
    .op_code = abi::kTfLiteBuiltinReverseSequence,
    .name = "REVERSE_SEQUENCE",
    .stem = "reverse_sequence",
    .versions =
        {
            {1, "1.14.0", "every type"},
        },
    .needed_version = OnlyVersion1,
    .params = ParamsOf<FillParams>(),
    .types =
        {{.element = kFixedSize, .inputs = {kT, kIndex}, .outputs = {kT}, .quantized = Quantized::kMoved}},
    .tflite_fails = TfliteRefusesOutput<ir::DataType::kFloat16, ir::DataType::kInt8, ir::DataType::kBool>,
    .infer_shapes = InferReverseSequence,
    .operands = {{"input", "seq_lengths"}, {"output"}},
    .numeric_class = {NumericKind::kExact},
    .layout = {.role = LayoutRole::kAttribute,
               .inputs = {kAnyLayout, ""},
               .moved = {{"seq_dim", Moves::kAxis}, {"batch_dim", Moves::kAxis}}},
    .cost = MoveCost,
};

}  // namespace litevk
