#include "tools/run/compare.h"

#include <Eigen/Core>
#include <algorithm>
#include <cmath>
#include <complex>
#include <cstdint>
#include <cstdio>
#include <cstring>
#include <map>
#include <ranges>

#include "runtime/ir/element_index.h"

namespace litevk::tools {
namespace {

constexpr double kRelativeToLargest = 1e-4;
constexpr double kSmallestBound = 1e-6;

using Complex = std::complex<double>;

bool IsComplex(ir::DataType type) {
  return type == ir::DataType::kComplex64 || type == ir::DataType::kComplex128;
}

// Returns an element as a complex number; floats have no imaginary part.
Complex ValueAt(const Array& array, int64_t index) {
  if (array.type == ir::DataType::kComplex64) return Complex(array.data<std::complex<float>>()[index]);
  if (array.type == ir::DataType::kComplex128) return array.data<Complex>()[index];
  if (array.type == ir::DataType::kFloat32) return static_cast<double>(array.data<float>()[index]);
  if (array.type == ir::DataType::kFloat64) return array.data<double>()[index];
  return static_cast<double>(array.data<Eigen::half>()[index]);
}

bool IsNan(Complex value) { return std::isnan(value.real()) || std::isnan(value.imag()); }
bool IsFinite(Complex value) { return std::isfinite(value.real()) && std::isfinite(value.imag()); }

template <typename T>
double DistanceOf(const std::byte* actual, const std::byte* reference) {
  T a = 0;
  T r = 0;
  std::memcpy(&a, actual, sizeof(T));
  std::memcpy(&r, reference, sizeof(T));
  // Subtracts integers, because doubles would round 64-bit values; unsigned ones wrap to the right distance.
  const auto wide = [](T value) { return static_cast<uint64_t>(static_cast<int64_t>(value)); };
  return static_cast<double>(wide(std::max(a, r)) - wide(std::min(a, r)));
}

using Distance = double (*)(const std::byte* actual, const std::byte* reference);

// Returns the function for the distance of two integers of the type; null if the type has no distance.
Distance DistanceFor(ir::DataType type) {
  static const std::map<ir::DataType, Distance> kDistances = {
      {ir::DataType::kInt8, DistanceOf<int8_t>},   {ir::DataType::kUInt8, DistanceOf<uint8_t>},
      {ir::DataType::kInt16, DistanceOf<int16_t>}, {ir::DataType::kUInt16, DistanceOf<uint16_t>},
      {ir::DataType::kInt32, DistanceOf<int32_t>}, {ir::DataType::kUInt32, DistanceOf<uint32_t>},
      {ir::DataType::kInt64, DistanceOf<int64_t>}, {ir::DataType::kUInt64, DistanceOf<uint64_t>},
      {ir::DataType::kBool, DistanceOf<uint8_t>},
  };
  const auto found = kDistances.find(ir::UnpackedType(type));
  return found == kDistances.end() ? nullptr : found->second;
}

class Bounds {
 public:
  Bounds(const Array& reference, const Tolerance& tolerance) {
    const bool is_stated = tolerance.atol.has_value() || tolerance.rtol.has_value();
    absolute_ = is_stated ? tolerance.atol.value_or(0.0)
                          : std::max(kSmallestBound, kRelativeToLargest * LargestMagnitude(reference));
    relative_ = tolerance.rtol.value_or(0.0);
  }
  double For(Complex reference) const { return absolute_ + relative_ * std::abs(reference); }

 private:
  static double LargestMagnitude(const Array& array) {
    double largest = 0;
    for (int64_t index = 0; index < array.size(); ++index) {
      const double value = std::abs(ValueAt(array, index));
      if (std::isfinite(value)) largest = std::max(largest, value);
    }
    return largest;
  }

  double absolute_ = 0;
  double relative_ = 0;
};

void CompareFloats(const Array& actual, const Array& reference, const Bounds& bounds, Difference* result) {
  int64_t worst = -1;
  double worst_excess = -1;
  double sum = 0;
  for (int64_t index = 0; index < reference.size(); ++index) {
    const Complex a = ValueAt(actual, index);
    const Complex r = ValueAt(reference, index);
    if (IsNan(a) != IsNan(r)) {
      ++result->nan_mismatches;
    } else if (!IsFinite(a) || !IsFinite(r)) {
      if (!IsNan(a) && a != r) ++result->infinity_mismatches;
    } else {
      const double difference = std::abs(a - r);
      const double excess = difference - bounds.For(r);
      sum += difference;
      result->largest = std::max(result->largest, difference);
      if (excess > 0) ++result->outside;
      if (worst >= 0 && excess <= worst_excess) continue;
      worst = index;
      worst_excess = excess;
      result->bound = bounds.For(r);
    }
  }
  result->mean = reference.size() > 0 ? sum / static_cast<double>(reference.size()) : 0;
  if (worst >= 0) result->where = ir::IndexOf(worst, reference.dims);
  result->agrees = result->outside + result->nan_mismatches + result->infinity_mismatches == 0;
}

bool IsSame(const Array& actual, const Array& reference, size_t index, size_t size) {
  if (reference.type == ir::DataType::kString) return actual.strings[index] == reference.strings[index];
  return std::memcmp(actual.bytes.data() + index * size, reference.bytes.data() + index * size, size) == 0;
}

void CountSteps(double distance, Difference* result) {
  if (distance <= kMostSteps) {
    ++result->off_by[static_cast<int>(distance)];
  } else {
    ++result->off_by_more;
  }
}

// Compares elements for equality or by steps. `where` is the index of the largest difference, or of the first
// one if values have no distance.
void CompareExactly(const Array& actual, const Array& reference, Difference* result) {
  const size_t count = static_cast<size_t>(reference.size());
  const size_t size = count == 0 ? 0 : reference.bytes.size() / count;
  const Distance distance_of = DistanceFor(reference.type);
  result->has_distances = distance_of != nullptr;
  double sum = 0;
  for (size_t index = 0; index < count; ++index) {
    if (IsSame(actual, reference, index, size)) continue;
    ++result->differing;
    const double distance = distance_of == nullptr ? 0
                                                   : distance_of(actual.bytes.data() + index * size,
                                                                 reference.bytes.data() + index * size);
    sum += distance;
    if (result->has_distances) CountSteps(distance, result);
    if (!result->has_distances || distance > result->steps) ++result->outside;
    if (result->differing == 1 || distance > result->largest) {
      result->where = ir::IndexOf(static_cast<int64_t>(index), reference.dims);
    }
    result->largest = std::max(result->largest, distance);
  }
  result->mean = count == 0 ? 0 : sum / static_cast<double>(count);
  result->agrees = result->outside == 0;
}

std::string Number(double value) {
  char text[32];
  std::snprintf(text, sizeof(text), "%.3g", value);
  return text;
}

// Returns the number of elements for each of the smallest distances: ": 12 off by 1, 3 by 2, 7 by more".
std::string StepsText(const Difference& difference) {
  constexpr int kMostShown = 8;
  std::string text;
  int64_t more = difference.differing;
  for (const auto& [steps, count] : difference.off_by | std::views::take(kMostShown)) {
    text += (text.empty() ? ": " : ", ") + std::to_string(count) + (text.empty() ? " off" : "") + " by " +
            std::to_string(steps);
    more -= count;
  }
  if (text.empty() || more == 0) return text;
  return text + ", " + std::to_string(more) + " by more";
}

}  // namespace

std::string Difference::ToString() const {
  if (!problem.empty()) return problem;
  std::string location;
  for (const int index : where) location += (location.empty() ? "" : ", ") + std::to_string(index);
  std::string text = has_distances ? "largest difference " + Number(largest) + ", mean " + Number(mean)
                                   : "values of a type that has no distances";
  if (bound > 0) text += ", worst at [" + location + "] with bound " + Number(bound);
  if (outside > 0 || differing > 0) {
    text += ", " + std::to_string(outside) + " of " + std::to_string(values) + " values outside, " +
            (has_distances ? "worst" : "first") + " at [" + location + "]" + StepsText(*this);
  }
  if (steps > 0 && differing > 0) {
    text +=
        "; functions of floats lead to the output, so that a last bit of these may be a step "
        "(docs/QUANTIZATION.md)";
  }
  if (nan_mismatches > 0) text += ", " + std::to_string(nan_mismatches) + " NaN mismatches";
  if (infinity_mismatches > 0) text += ", " + std::to_string(infinity_mismatches) + " infinity mismatches";
  return text;
}

Difference Compare(const Array& actual, const Array& reference, const Tolerance& tolerance) {
  Difference result;
  result.values = reference.size();
  if (ir::UnpackedType(actual.type) != ir::UnpackedType(reference.type)) {
    result.problem = "type is " + std::string(ir::Name(actual.type)) + ", expected " +
                     std::string(ir::Name(reference.type));
  } else if (actual.dims != reference.dims) {
    result.problem = "dims are " + actual.dims.ToString() + ", expected " + reference.dims.ToString();
  } else if (IsFloat(reference.type) || IsComplex(reference.type)) {
    CompareFloats(actual, reference, Bounds(reference, tolerance), &result);
  } else {
    result.steps = actual.quantization.scales.size() == 1 ? tolerance.steps : 0;
    CompareExactly(actual, reference, &result);
  }
  if (!result.problem.empty()) result.agrees = false;
  return result;
}

}  // namespace litevk::tools
