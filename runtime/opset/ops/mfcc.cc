#include "runtime/opset/ops/mfcc.h"

#include <cmath>
#include <string>

#include "runtime/opset/custom_options.h"
#include "runtime/opset/op_record.h"
#include "runtime/opset/shapes/shape_check.h"

namespace litevk {
namespace {

using Params = MfccParams;

// Bound of the kernel's allocation for channels. No spectrum has enough bins for more channels.
constexpr int kMostChannels = 1 << 16;

// Infers [channels, frames, coefficients] from [channels, frames, frequencies].
Status InferShapes(const ir::ShapeQuery& query) {
  LITEVK_RETURN_IF_ERROR(ir::CheckInputs(query, 2));
  const ir::Shape& spectrum = query.input(0);
  LITEVK_RETURN_IF_ERROR(ir::CheckRank(spectrum, 3, "spectrogram"));
  const ir::Shape& rate = query.input(1);
  if (!rate.has_unknown() && rate.NumElements() != 1) {
    return InvalidArgument("sample_rate has dims " + rate.ToString() + ", expected one element");
  }
  return ir::SetOutput(query, {spectrum[0], spectrum[1], query.params.As<Params>().dct_coefficient_count});
}

// Counts a product for each frequency and, for each coefficient, one for each channel.
OpCost MfccCost(const ir::NodeView& view) {
  const int channels = view.params<Params>().filterbank_channel_count;
  return CostOf(view, 4.0 * ElementsOf(view.input(0)) + 2.0 * ElementsOf(view.output()) * channels);
}

// Truncates to whole hertz, as TFLite does.
float Hertz(FlexOptions& options, const char* name) { return std::trunc(options.FloatOr(name, 0.0F)); }

}  // namespace

Result<ir::Params> ReadOptions_mfcc(std::span<const std::byte> bytes) {
  FlexOptions options(bytes);
  const Params params = {.upper_frequency_limit = Hertz(options, "upper_frequency_limit"),
                         .lower_frequency_limit = Hertz(options, "lower_frequency_limit"),
                         .filterbank_channel_count = options.AtLeast(1, "filterbank_channel_count"),
                         .dct_coefficient_count = options.AtLeast(1, "dct_coefficient_count")};
  const auto expect = [&](bool holds, const char* name, const std::string& what) {
    if (!holds) options.Complain("its option " + std::string(name) + " is not " + what);
  };
  expect(params.lower_frequency_limit >= 0, "lower_frequency_limit", "0 or more");
  expect(params.upper_frequency_limit > params.lower_frequency_limit, "upper_frequency_limit",
         "above lower_frequency_limit");
  expect(params.filterbank_channel_count <= kMostChannels, "filterbank_channel_count",
         std::to_string(kMostChannels) + " or less");
  expect(params.dct_coefficient_count <= params.filterbank_channel_count, "dct_coefficient_count",
         "filterbank_channel_count or less");
  return options.Pack(params);
}

extern const OpInfo kOpInfo_mfcc = {
    .op_code = kCustomMfcc,
    .name = "Mfcc",
    .stem = "mfcc",
    .versions = {{1, kRuntimeUnknown, "float32"}},
    .needed_version = OnlyVersion1,
    .params = kCustomParams<Params>,
    .types = {{.inputs = {kFloat32, kInt32}, .outputs = {kFloat32}}},
    .infer_shapes = InferShapes,
    .operands = {{"spectrogram", "sample_rate"}, {"coefficients"}},
    .numeric_class = {NumericKind::kTranscendental},
    .layout = {LayoutRole::kTerminate},
    .cost = MfccCost,
};

}  // namespace litevk
