#include "runtime/opset/op_record.h"

namespace litevk {
namespace {

Status InferResizeBilinear(const ir::ShapeQuery& query) {
  const auto& params = query.params.As<abi::TfLiteResizeBilinearParams>();
  if (params.align_corners && params.half_pixel_centers) {
    return InvalidArgument("align_corners and half_pixel_centers are both set, expected one at most");
  }
  return ir::InferResize(query);
}

void FillParams(const schema::ResizeBilinearOptions& options, abi::TfLiteResizeBilinearParams& params,
                OptionsReader&) {
  params.align_corners = options.align_corners();
  params.half_pixel_centers = options.half_pixel_centers();
}

int VersionOfResizeBilinear(const OpSignature& signature) {
  const auto* options = signature.options<schema::ResizeBilinearOptions>();
  if (signature.input_type(0) == INT16) return 4;
  if (options != nullptr && options->half_pixel_centers()) return 3;
  return signature.input_type(0) == INT8 ? 2 : 1;
}

void Describe(NodeText& text) {
  const auto& params = text.view().params<abi::TfLiteResizeBilinearParams>();
  text.AddOperands();
  text.AddInts("Size", 1);
  text.AddIf(params.align_corners, "AlignCorners");
  text.AddIf(params.half_pixel_centers, "HalfPixelCenters");
}

}  // namespace

extern const OpInfo kOpInfo_resize_bilinear = {
    .op_code = abi::kTfLiteBuiltinResizeBilinear,
    .name = "RESIZE_BILINEAR",
    .stem = "resize_bilinear",
    .versions =
        {
            {1, "1.7.0", "float32 and uint8"},
            {2, "1.14.0", "int8"},
            {3, "2.2.0", "half_pixel_centers"},
            {4, "2.5.0", "int16"},
        },
    .needed_version = VersionOfResizeBilinear,
    .params = ParamsOf<FillParams>(),
    .types = {{.element = {ir::DataType::kFloat32, ir::DataType::kUInt8, ir::DataType::kInt8,
                           ir::DataType::kInt16},
               .inputs = {kT, kInt32},
               .outputs = {kT},
               .quantized = Quantized::kMoved}},
    .infer_shapes = InferResizeBilinear,
    .operands = {{"input", "size"}, {"output"}},
    .numeric_class = {NumericKind::kTranscendental},
    .layout = {.role = LayoutRole::kImplicit, .inputs = {"NHWC", ""}, .outputs = {"NHWC"}},
    .cost = ElementwiseCost,
    .describe = Describe,
};

}  // namespace litevk
