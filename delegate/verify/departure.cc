#include "delegate/verify/departure.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdio>
#include <limits>
#include <string_view>

#include "runtime/ir/element_index.h"
#include "runtime/opset/element_value.h"

namespace litevk {
namespace {

constexpr double kLargestFloat = std::numeric_limits<float>::max();
constexpr double kSmallestNormal = std::numeric_limits<float>::min();
// A value is near its reference up to so many bounds, or this share of the reference.
constexpr double kNearBounds = 1000;
constexpr double kNearShare = 0.01;
// The bound of a whole model's outputs, as a share of the largest magnitude, and the least one.
constexpr double kWholeShare = 1e-4;
constexpr double kLeastWholeBound = 1e-6;

bool IsFloatType(ir::DataType type) {
  return type == ir::DataType::kFloat32 || type == ir::DataType::kFloat64;
}

// Devices and interpreters flush denormals.
double Flushed(double value) { return std::abs(value) < kSmallestNormal ? 0 : value; }

bool IsWithin(double found, double expected, double bound) {
  if (std::isnan(found) || std::isnan(expected)) {
    return (std::isnan(found) && std::isnan(expected)) || std::isinf(bound);
  }
  if (found == expected || Flushed(found) == Flushed(expected)) return true;
  if (std::isinf(expected)) return std::abs(found) >= kLargestFloat - bound && found * expected > 0;
  if (std::isinf(found)) return std::abs(expected) + bound > kLargestFloat && found * expected > 0;
  return std::abs(found - expected) <= bound;
}

DepartureKind KindOf(ir::DataType type, double found, double expected, double bound) {
  if (std::isnan(found) != std::isnan(expected)) return DepartureKind::kNan;
  if (!IsFloatType(type)) return DepartureKind::kWrong;
  const bool is_largest = std::abs(found) >= kLargestFloat;
  if (is_largest && std::abs(expected) < kLargestFloat) return DepartureKind::kOverflow;
  const double distance = std::abs(found - expected);
  const bool is_near =
      std::isfinite(distance) && distance <= std::max(kNearBounds * bound, kNearShare * std::abs(expected));
  return is_near ? DepartureKind::kPrecision : DepartureKind::kWrong;
}

// Counts an element that is out of bounds, and keeps the first.
void Count(int64_t element, Departure at, std::optional<Departure>& departure) {
  if (!departure) {
    departure = std::move(at);
    departure->index = {static_cast<int>(element)};
  }
  ++departure->outside;
}

std::optional<Departure> FindByteDeparture(std::span<const std::byte> found,
                                           std::span<const std::byte> expected) {
  std::optional<Departure> departure;
  for (size_t i = 0; i < expected.size(); ++i) {
    if (found[i] == expected[i]) continue;
    Count(static_cast<int64_t>(i),
          {.found = static_cast<double>(found[i]), .expected = static_cast<double>(expected[i])}, departure);
  }
  if (departure) departure->elements = static_cast<int64_t>(expected.size());
  return departure;
}

std::string ValueText(double value) {
  std::array<char, 32> text = {};
  std::snprintf(text.data(), text.size(), "%.9g", value);
  return text.data();
}

std::string_view NameOf(DepartureKind kind) {
  static constexpr std::array<std::string_view, 4> kNames = {"NaN on one side only", "overflow to infinity",
                                                             "loss of precision", "a wrong value"};
  return kNames[static_cast<size_t>(kind)];
}

}  // namespace

std::string Departure::ToString() const {
  std::string place;
  for (const int i : index) place += (place.empty() ? "" : ", ") + std::to_string(i);
  return "[" + place + "] is " + ValueText(found) + ", expected " + ValueText(expected) +
         (bound > 0 ? " within " + ValueText(bound) : " exactly") + ": " + std::string(NameOf(kind)) + " (" +
         std::to_string(outside) + " of " + std::to_string(elements) + " values are out of bounds)";
}

std::optional<ir::DataType> ComparedType(ir::DataType type) {
  if (type == ir::DataType::kComplex64) return ir::DataType::kFloat32;
  return HasElementValues(type) ? std::optional(type) : std::nullopt;
}

std::optional<Departure> FindDeparture(const ir::Tensor& tensor, std::span<const std::byte> found,
                                       const Reference& reference, const NumericBound& bound) {
  const std::optional<ir::DataType> type = ComparedType(tensor.type);
  if (!type) return FindByteDeparture(found, reference.bytes);
  const size_t elements = reference.bytes.size() / static_cast<size_t>(ir::ByteSize(*type));
  std::optional<Departure> departure;
  for (size_t i = 0; i < elements; ++i) {
    const double expected = ElementValue(*type, reference.bytes, i);
    const double actual = ElementValue(*type, found, i);
    const double own = *type == ir::DataType::kFloat32 && std::isfinite(expected) ? bound.For(expected) : 0;
    const double allowed = own + reference.SlackOf(i);
    if (IsWithin(actual, expected, allowed)) continue;
    Count(static_cast<int64_t>(i),
          {.kind = KindOf(*type, actual, expected, allowed),
           .found = actual,
           .expected = expected,
           .bound = allowed},
          departure);
  }
  if (!departure) return departure;
  departure->elements = static_cast<int64_t>(elements);
  const int64_t parts = static_cast<int64_t>(elements) / std::max<int64_t>(tensor.dims.NumElements(), 1);
  departure->index = ir::IndexOf(departure->index[0] / std::max<int64_t>(parts, 1), tensor.dims);
  return departure;
}

std::optional<Departure> WholeDeparture(const ir::Tensor& tensor, std::span<const std::byte> found,
                                        std::span<const std::byte> expected) {
  if (std::ranges::equal(found, expected)) return std::nullopt;
  Reference reference = {.bytes = {expected.begin(), expected.end()}, .slack = {}};
  const std::optional<ir::DataType> type = ComparedType(tensor.type);
  if (!type) return FindDeparture(tensor, found, reference, {});
  double allowed = 1;
  if (IsFloatType(*type)) {
    const double largest = LargestMagnitude({.tensor = &tensor, .bytes = expected});
    allowed = std::max(kWholeShare * largest, kLeastWholeBound);
  }
  reference.slack.assign(expected.size() / static_cast<size_t>(ir::ByteSize(*type)), allowed);
  return FindDeparture(tensor, found, reference, {});
}

}  // namespace litevk
