#include "runtime/opset/ops/numeric_verify.h"

#include "runtime/opset/custom_options.h"
#include "runtime/opset/op_record.h"
#include "runtime/opset/shapes/shape_check.h"

namespace litevk {
namespace {

using Params = NumericVerifyParams;

Status InferShapes(const ir::ShapeQuery& query) {
  LITEVK_RETURN_IF_ERROR(ir::CheckInputs(query, 2));
  LITEVK_RETURN_IF_ERROR(ir::SameAsInput(query));
  const ir::Shape& quantized = query.input(0);
  const ir::Shape& reference = query.input(1);
  if (quantized.has_unknown() || reference.has_unknown()) return {};
  if (quantized.NumElements() == reference.NumElements()) return {};
  return InvalidArgument("reference has dims " + reference.ToString() + ", expected as many elements as " +
                         quantized.ToString());
}

}  // namespace

Result<ir::Params> ReadOptions_numeric_verify(std::span<const std::byte> bytes) {
  FlexOptions options(bytes);
  const Params params = {.tolerance = options.FloatOr("tolerance", 0),
                         .log_if_failed = options.IntOr("log_if_failed", 0) != 0};
  return options.Pack(params);
}

extern const OpInfo kOpInfo_numeric_verify = {
    .op_code = kCustomNumericVerify,
    .name = "NumericVerify",
    .stem = "numeric_verify",
    .versions = {{1, kRuntimeUnknown, "float16, int8, uint8 and int16"}},
    .needed_version = OnlyVersion1,
    .params = kCustomParams<Params>,
    .types = {{.name = "float16",
               .inputs = {ir::DataType::kFloat16, kFloat32},
               .outputs = {kFloat32},
               .quantized = Quantized::kConverted},
              {.name = "integers",
               .inputs = {{ir::DataType::kInt8, ir::DataType::kUInt8, ir::DataType::kInt16}, kFloat32},
               .outputs = {kFloat32},
               .quantized = Quantized::kConverted}},
    .infer_shapes = InferShapes,
    .operands = {{"quantized", "reference"}, {"difference"}},
    .numeric_class = {NumericKind::kRounding},
    .layout = {LayoutRole::kTransparent},
    .cost = MoveCost,
};

}  // namespace litevk
