#include "runtime/opset/op_record.h"

namespace litevk {
namespace {

void FillParams(const schema::StridedSliceOptions& options, abi::TfLiteStridedSliceParams& params,
                OptionsReader&) {
  params.begin_mask = options.begin_mask();
  params.end_mask = options.end_mask();
  params.ellipsis_mask = options.ellipsis_mask();
  params.new_axis_mask = options.new_axis_mask();
  params.shrink_axis_mask = options.shrink_axis_mask();
  params.offset = options.offset();
}

int VersionOfStridedSlice(const OpSignature& signature) {
  const schema::TensorType type = signature.input_type(0);
  const auto* options = signature.options<schema::StridedSliceOptions>();
  if (options != nullptr && options->offset()) return 8;
  if (type == UINT32) return 7;
  if (options != nullptr && (options->ellipsis_mask() != 0 || options->new_axis_mask() != 0)) return 6;
  if (type == STRING) return 5;
  if (signature.input_rank(0) > 4) return 4;
  if (type == BOOL) return 3;
  return type == INT8 ? 2 : 1;
}

bool KeepsDims(const ir::NodeView& view) {
  const auto& params = view.params<abi::TfLiteStridedSliceParams>();
  return params.new_axis_mask == 0 && params.shrink_axis_mask == 0;
}

void Describe(NodeText& text) {
  text.AddOperands();
  text.AddInts("Begin", 1);
  text.AddInts("End", 2);
  text.AddInts("Strides", 3);
}

}  // namespace

extern const OpInfo kOpInfo_strided_slice = {
    .op_code = abi::kTfLiteBuiltinStridedSlice,
    .name = "STRIDED_SLICE",
    .stem = "strided_slice",
    .versions =
        {
            {1, "1.6.0", "float32 and the integer types"},
            {2, "1.14.0", "int8"},
            {3, "2.1.0", "bool"},
            {4, "2.2.0", "more than 4 dims"},
            {5, "2.5.0", "string"},
            {6, "2.6.0", "ellipsis_mask and new_axis_mask"},
            {7, "2.14.0", "uint32"},
            {8, "2.14.0", "offset"},
        },
    .needed_version = VersionOfStridedSlice,
    .params = ParamsOf<FillParams>(),
    .types = {{.element = kMovable | ir::DataType::kComplex64,
               .inputs = {kT, kInt32, kInt32, kInt32},
               .outputs = {kT},
               .quantized = Quantized::kMoved}},
    .infer_shapes = ir::InferStridedSlice,
    .operands = {{"input", "begin", "end", "strides"}, {"output"}},
    .numeric_class = {NumericKind::kExact},
    .layout = {.role = LayoutRole::kAttribute,
               .inputs = {kAnyLayout, ""},
               .moved = {{"begin", Moves::kPerDim},
                         {"end", Moves::kPerDim},
                         {"strides", Moves::kPerDim},
                         {"begin_mask", Moves::kBits},
                         {"end_mask", Moves::kBits},
                         {"ellipsis_mask", Moves::kBits},
                         {"new_axis_mask", Moves::kBits},
                         {"shrink_axis_mask", Moves::kBits}},
               .keeps_dims = KeepsDims},
    .cost = MoveCost,
    .describe = Describe,
};

}  // namespace litevk
