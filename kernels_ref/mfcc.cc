// Mel-frequency cepstral coefficients of each frame of a spectrogram (Davis and Mermelstein 1980, IEEE
// Transactions on Acoustics, Speech, and Signal Processing 28(4)). Magnitudes are summed under triangles of
// equal width in mel, m(f) = 1127 ln(1 + f / 700) (O'Shaughnessy 1987). The logarithms of these sums go
// through a cosine transform, which keeps its first coefficients (Ahmed, Natarajan and Rao 1974). Computes in
// double precision, as TFLite does.
#include "runtime/opset/ops/mfcc.h"

#include <algorithm>
#include <cmath>
#include <numbers>
#include <string>
#include <vector>

#include "kernels_ref/support/kernel_row.h"

namespace litevk::ref {
namespace {

using Params = MfccParams;

constexpr double kLeastSum = 1e-12;  // so that silence has a logarithm

double Mel(double hertz) { return 1127.0 * std::log1p(hertz / 700.0); }

// Triangular filters: one rises from the peak of the channel before to its own peak, and falls to the next
// one.
class FilterBank {
 public:
  FilterBank(const Params& params, int sample_rate, int bins)
      : channels_(params.filterbank_channel_count),
        lowest_(Mel(params.lower_frequency_limit)),
        spacing_((Mel(params.upper_frequency_limit) - lowest_) / (channels_ + 1.0)),
        hertz_per_bin_(0.5 * sample_rate / (bins - 1.0)) {
    const double last = params.upper_frequency_limit / hertz_per_bin_;
    // TFLite's result is zeros if the upper limit lies above the highest frequency.
    is_covered_ = last < bins;
    // Excludes the constant component, whatever the lower limit is.
    const double first = 1.5 + params.lower_frequency_limit / hertz_per_bin_;
    if (is_covered_ && first < bins) AddBins(static_cast<int>(first), static_cast<int>(last));
  }

  bool is_covered() const { return is_covered_; }

  std::vector<double> SumsOf(const float* squares) const {
    std::vector<double> sums(static_cast<size_t>(channels_));
    for (const Bin& bin : bins_) {
      const double magnitude = std::sqrt(double{squares[bin.index]});
      const double falling = magnitude * bin.falling_weight;
      if (bin.peaks_below > 0) sums[static_cast<size_t>(bin.peaks_below) - 1] += falling;
      if (bin.peaks_below < channels_) sums[static_cast<size_t>(bin.peaks_below)] += magnitude - falling;
    }
    return sums;
  }

 private:
  struct Bin {
    int index;
    int peaks_below;        // the bin is on the falling side of the last and the rising side of the next
    double falling_weight;  // the two weights add up to 1
  };

  double Peak(int channel) const { return lowest_ + spacing_ * (channel + 1); }

  void AddBins(int first, int last) {
    int below = 0;
    for (int index = first; index <= last; ++index) {
      const double mel = Mel(index * hertz_per_bin_);
      while (below < channels_ && Peak(below) < mel) ++below;
      bins_.push_back({index, below, (Peak(below) - mel) / (Peak(below) - Peak(below - 1))});
    }
  }

  int channels_;
  double lowest_;
  double spacing_;
  double hertz_per_bin_;
  bool is_covered_ = false;
  std::vector<Bin> bins_;
};

// The orthogonal cosine transform of type II, except that the first coefficient has the same factor as the
// others.
class CosineTransform {
 public:
  // Tabulates the cosines, which repeat after four times as many steps as there are values.
  explicit CosineTransform(int size) : cosines_(4 * static_cast<size_t>(size)) {
    for (size_t step = 0; step < cosines_.size(); ++step) {
      cosines_[step] =
          std::sqrt(2.0 / size) * std::cos(std::numbers::pi * static_cast<double>(step) / (2.0 * size));
    }
  }

  double Coefficient(size_t index, const std::vector<double>& values) const {
    double sum = 0;
    for (size_t i = 0; i < values.size(); ++i)
      sum += cosines_[index * (2 * i + 1) % cosines_.size()] * values[i];
    return sum;
  }

 private:
  std::vector<double> cosines_;
};

}  // namespace

static Status Mfcc(const KernelArgs& args) {
  const auto& params = args.params.As<Params>();
  const MutableView& output = args.outputs[0];
  if (output.dims().NumElements() == 0) return {};
  const int bins = args.inputs[0].dims()[2];
  const int sample_rate = *args.inputs[1].data<int32_t>();
  if (sample_rate <= 0)
    return InvalidArgument("the sample rate is " + std::to_string(sample_rate) + ", expected 1 or more");
  const FilterBank filters(params, sample_rate, bins);
  std::ranges::fill(output.bytes, std::byte{0});
  if (!filters.is_covered()) return {};
  const CosineTransform transform(params.filterbank_channel_count);
  const auto coefficients = static_cast<size_t>(params.dct_coefficient_count);
  for (int64_t frame = 0; frame < ir::CountBetween(output.dims(), 0, 2); ++frame) {
    std::vector<double> logarithms = filters.SumsOf(args.inputs[0].data<float>() + frame * bins);
    for (double& sum : logarithms) sum = std::log(sum < kLeastSum ? kLeastSum : sum);
    float* row = output.data<float>() + frame * params.dct_coefficient_count;
    for (size_t i = 0; i < coefficients; ++i)
      row[i] = static_cast<float>(transform.Coefficient(i, logarithms));
  }
  return {};
}

static Status CheckBins(const PreparedNode& node) {
  if (node.inputs[0]->dims[2] >= 2) return {};
  return InvalidArgument("the spectrogram has 1 frequency or none, expected 2 or more");
}

}  // namespace litevk::ref

LITEVK_KERNEL_ROW(mfcc, &Mfcc, /*checks_values=*/false, &CheckBins)
