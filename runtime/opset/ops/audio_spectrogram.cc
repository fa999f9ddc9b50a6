#include "runtime/opset/ops/audio_spectrogram.h"

#include <bit>
#include <cmath>
#include <string>

#include "runtime/opset/custom_options.h"
#include "runtime/opset/op_record.h"
#include "runtime/opset/shapes/shape_check.h"

namespace litevk {
namespace {

using Params = AudioSpectrogramParams;

constexpr int kLargestWindow = 1 << 30;

// Infers [channels, frames, frequencies] from [samples, channels]. A frame that would end behind the last
// sample is omitted.
Status InferShapes(const ir::ShapeQuery& query) {
  LITEVK_RETURN_IF_ERROR(ir::CheckInputs(query, 1));
  const ir::Shape& samples = query.input(0);
  LITEVK_RETURN_IF_ERROR(ir::CheckRank(samples, 2, "input"));
  const auto& params = query.params.As<Params>();
  if (params.stride < 1) return InvalidArgument("its options cannot be read");
  const int64_t frequencies = SpectrogramLength(params) / 2 + 1;
  if (ir::IsUnknown(samples[0])) return ir::SetOutput(query, {samples[1], ir::kUnknownDim, frequencies});
  const int64_t rest = int64_t{samples[0]} - params.window_size;
  const int64_t frames = rest < 0 ? 0 : rest / params.stride + 1;
  return ir::SetOutput(query, {samples[1], frames, frequencies});
}

// Counts 5 N log2(N) operations for a transform of twice as many values as are kept.
OpCost SpectrogramCost(const ir::NodeView& view) {
  const double elements = ElementsOf(view.output());
  return CostOf(view, 10.0 * elements * std::log2(view.params<Params>().window_size));
}

}  // namespace

int SpectrogramLength(const AudioSpectrogramParams& params) {
  return static_cast<int>(std::bit_ceil(static_cast<unsigned>(params.window_size)));
}

Result<ir::Params> ReadOptions_audio_spectrogram(std::span<const std::byte> bytes) {
  FlexOptions options(bytes);
  const Params params = {.window_size = options.AtLeast(2, "window_size"),
                         .stride = options.AtLeast(1, "stride"),
                         .magnitude_squared = options.IntOr("magnitude_squared", 0) != 0};
  if (params.window_size > kLargestWindow) {
    options.Complain("its option window_size is " + std::to_string(params.window_size) +
                     ", expected at most " + std::to_string(kLargestWindow));
  }
  return options.Pack(params);
}

extern const OpInfo kOpInfo_audio_spectrogram = {
    .op_code = kCustomAudioSpectrogram,
    .name = "AudioSpectrogram",
    .stem = "audio_spectrogram",
    .versions = {{1, kRuntimeUnknown, "float32"}},
    .needed_version = OnlyVersion1,
    .params = kCustomParams<Params>,
    .types = {{.inputs = {kFloat32}, .outputs = {kFloat32}}},
    .infer_shapes = InferShapes,
    .operands = {{"input"}, {"spectrogram"}},
    .numeric_class = {NumericKind::kTranscendental},
    .layout = {LayoutRole::kTerminate},
    .cost = SpectrogramCost,
};

}  // namespace litevk
