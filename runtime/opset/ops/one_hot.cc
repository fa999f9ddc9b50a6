#include <string>
#include <string_view>

#include "runtime/opset/common/new_axis.h"
#include "runtime/opset/common/tflite_failures.h"
#include "runtime/opset/op_record.h"
#include "runtime/opset/shapes/open_operands.h"
#include "runtime/opset/shapes/shape_check.h"

namespace litevk {
namespace {

Status CheckOneElement(const ir::Shape& dims, std::string_view name) {
  LITEVK_ASSIGN_OR_RETURN(const int64_t elements, ir::CountElements(dims, name));
  if (elements == 1) return {};
  return InvalidArgument(std::string(name) + " has dims " + dims.ToString() + ", expected one element");
}

Status InferOneHot(const ir::ShapeQuery& query) {
  LITEVK_RETURN_IF_ERROR(ir::CheckInputs(query, 4));
  LITEVK_RETURN_IF_ERROR(CheckOneElement(query.input(2), "on value"));
  LITEVK_RETURN_IF_ERROR(CheckOneElement(query.input(3), "off value"));
  const ir::Shape& indices = query.input(0);
  const int given = query.params.As<abi::TfLiteOneHotParams>().axis;
  LITEVK_ASSIGN_OR_RETURN(const int axis, ResolveNewAxis(given, indices.rank()));
  if (ir::IsPlanned(query, 1)) return ir::SetOutput(query, InsertDim(indices, axis, ir::kUnknownDim));
  LITEVK_ASSIGN_OR_RETURN(const int64_t depth, ir::ReadStoredIndex(query, 1, "depth"));
  return ir::SetOutput(query, InsertDim(indices, axis, depth));
}

void FillParams(const schema::OneHotOptions& options, abi::TfLiteOneHotParams& params, OptionsReader&) {
  params.axis = options.axis();
}

}  // namespace

extern const OpInfo kOpInfo_one_hot = {
    .op_code = abi::kTfLiteBuiltinOneHot,
    .name = "ONE_HOT",
    .stem = "one_hot",
    .versions =
        {
            {1, "1.11.0", "every type"},
        },
    .needed_version = OnlyVersion1,
    .params = ParamsOf<FillParams>(),
    // TFLite does not check the depth's type. It reads the first four bytes, the low ones of an int64.
    .types = {{.element = kFixedSize,
               .inputs = {kIndex, kIndex, kT, kT},
               .outputs = {kT},
               .quantized = Quantized::kMoved}},
    .tflite_fails = TfliteRefusesOutput<ir::DataType::kFloat16, ir::DataType::kInt16>,
    .infer_shapes = InferOneHot,
    .operands = {{"indices", "depth", "on_value", "off_value"}, {"output"}},
    .numeric_class = {NumericKind::kExact},
    .layout = {.role = LayoutRole::kAttribute, .inputs = {kAnyLayout, ""}, .moved = {{"axis", Moves::kAxis}}},
    .cost = MoveCost,
};

}  // namespace litevk
