// The quantized outputs of an integer layer's sums.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <utility>
#include <vector>

#include "kernels_cpu/matmul/integer_layer.h"
#include "kernels_cpu/simd/requantize.h"
#include "kernels_cpu/support/aligned_array.h"
#include "kernels_ref/common/layer_output.h"
#include "runtime/opset/quantized/fixed_point.h"

namespace litevk::cpu {

// Returns a bound of sums of so many products of an input and weights of 8 bits, with a bias; none if it is
// empty.
int64_t BoundOfSums(const ir::Tensor& input, int64_t products, std::span<const int32_t> bias);

// Requantizes 32-bit sums that have their bias. T is int8_t, uint8_t or int16_t.
template <typename T>
class IntegerOutput {
 public:
  // Returns nothing if QuantizedRangeOf has none for the output, or one beyond T. The same if values of 16
  // bits have a zero point, which TFLite adds after clamping.
  static std::optional<IntegerOutput> ByFixedPoint(const ref::LayerTensors& layer,
                                                   const std::vector<FixedPoint>& multipliers,
                                                   int64_t bound_of_sums, Isa isa);
  static std::optional<IntegerOutput> ByDouble(const ref::LayerTensors& layer,
                                               const std::vector<double>& multipliers, Isa isa);

  // Writes the values of `count` channels from `first` on, given their sums.
  void Write(int64_t first, const int32_t* sums, int64_t count, T* to) const;

 private:
  IntegerOutput(const ref::LayerTensors& layer, const QuantizedRange& range, Isa isa);
  static std::optional<IntegerOutput> Of(const ref::LayerTensors& layer, Isa isa);

  // Sets what ShrinkingChannels need. Returns false if they do not have it.
  bool SetOffsets(const std::vector<FixedPoint>& multipliers, int64_t bound_of_sums);

  enum class Scaling { kFixedPoint, kShrinking, kDouble };

  RequantizeFunctions<T> functions_;
  RequantizedRange range_;
  Scaling scaling_ = Scaling::kDouble;
  AlignedArray<int32_t> multipliers_;
  AlignedArray<int32_t> left_;
  AlignedArray<int32_t> right_;
  AlignedArray<int32_t> offsets_;
  AlignedArray<double> doubles_;
};

// Writes rows of `channels` outputs with an IntegerOutput, or a ref::LayerOutput for sums of 64 bits.
// `epilogue` changes the outputs; null: none does.
template <typename Sum, typename T, typename Output>
class OutputSink : public SumsSink<Sum> {
 public:
  OutputSink(const Output& output, int64_t channels, T* to, const Epilogue* epilogue = nullptr)
      : output_(output), channels_(channels), to_(to), epilogue_(epilogue) {}

  void Take(int64_t row, int64_t first, int64_t count, const Sum* sums) const override {
    output_.Write(first, sums, count, to_ + row * channels_ + first);
  }
  void Finish(int64_t row, int64_t rows, int64_t first, int64_t count) const override {
    if (epilogue_ != nullptr) ApplyToRows(*epilogue_, row * channels_ + first, rows, channels_, count);
  }

 private:
  const Output& output_;
  int64_t channels_;
  T* to_;
  const Epilogue* epilogue_;
};

}  // namespace litevk::cpu
