#include "runtime/opset/common/tflite_failures.h"
#include "runtime/opset/op_record.h"

namespace litevk {
namespace {

void FillParams(const schema::ResizeNearestNeighborOptions& options,
                abi::TfLiteResizeNearestNeighborParams& params, OptionsReader&) {
  params.align_corners = options.align_corners();
  params.half_pixel_centers = options.half_pixel_centers();
}

int VersionOfResizeNearestNeighbor(const OpSignature& signature) {
  const auto* options = signature.options<schema::ResizeNearestNeighborOptions>();
  if (signature.input_type(0) == INT16) return 4;
  if (options != nullptr && (options->half_pixel_centers() || options->align_corners())) return 3;
  return signature.input_type(0) == INT8 ? 2 : 1;
}

}  // namespace

extern const OpInfo kOpInfo_resize_nearest_neighbor = {
    .op_code = abi::kTfLiteBuiltinResizeNearestNeighbor,
    .name = "RESIZE_NEAREST_NEIGHBOR",
    .stem = "resize_nearest_neighbor",
    .versions =
        {
            {1, "1.13.1", "float32 and uint8"},
            {2, "1.14.0", "int8"},
            {3, "2.3.0", "half_pixel_centers and align_corners"},
            {4, "2.4.0", "int16"},
        },
    .needed_version = VersionOfResizeNearestNeighbor,
    .params = ParamsOf<FillParams>(),
    .types =
        {{.element = kFixedSize, .inputs = {kT, kInt32}, .outputs = {kT}, .quantized = Quantized::kMoved}},
    .tflite_fails = TfliteRefusesOutput<ir::DataType::kInt64>,
    .infer_shapes = ir::InferResize,
    .operands = {{"input", "size"}, {"output"}},
    .numeric_class = {NumericKind::kExact},
    .layout = {.role = LayoutRole::kImplicit, .inputs = {"NHWC", ""}, .outputs = {"NHWC"}},
    .cost = MoveCost,
};

}  // namespace litevk
