#include "runtime/opset/ops/convolution_2d_transpose_bias.h"

#include "runtime/opset/custom_options.h"
#include "runtime/opset/op_record.h"

namespace litevk {
namespace {

using Params = abi::TfLiteTransposeConvParams;

}  // namespace

// MediaPipe's kernel and XNNPACK read no activation.
Result<ir::Params> ReadOptions_convolution_2d_transpose_bias(std::span<const std::byte> options) {
  constexpr size_t kBytes = offsetof(Params, activation);
  return ReadStruct<Params>(options, kBytes, kBytes);
}

extern const OpInfo kOpInfo_convolution_2d_transpose_bias = {
    .op_code = kCustomConvolution2DTransposeBias,
    .name = "Convolution2DTransposeBias",
    .stem = "convolution_2d_transpose_bias",
    .versions = {{1, kRuntimeNever, "float32"}},
    .needed_version = OnlyVersion1,
    .params = kCustomParams<Params>,
    .types = {{.inputs = {kFloat32, kFloat32, kFloat32}, .outputs = {kFloat32}}},
    .infer_shapes = ir::InferTransposeConvBias,
    .operands = {{"input", "weights", "bias"}, {"output"}},
    .numeric_class = {NumericKind::kSum, {.factors = {0, 1}, .counted_input = 1, .dims = {1, 2, 3}}},
    .layout = {.role = LayoutRole::kImplicit, .inputs = {"NHWC", "OHWI>IOHW", "O"}, .outputs = {"NHWC"}},
    .cost = TransposeConvCost<kTransposeConvBiasInputs>,
    .describe = DescribeTransposeConv<kTransposeConvBiasInputs>,
};

}  // namespace litevk
