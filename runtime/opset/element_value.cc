#include "runtime/opset/element_value.h"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <cstring>
#include <limits>
#include <type_traits>

namespace litevk {
namespace {

// Calls `use` with a value of the type that C++ has for elements of `type`. Returns false if there is none.
template <typename Use>
bool WithType(ir::DataType type, Use use) {
  switch (type) {
    case ir::DataType::kFloat32:
      return use(float{});
    case ir::DataType::kFloat64:
      return use(double{});
    case ir::DataType::kInt8:
      return use(int8_t{});
    case ir::DataType::kUInt8:
    case ir::DataType::kBool:
      return use(uint8_t{});
    case ir::DataType::kInt16:
      return use(int16_t{});
    case ir::DataType::kUInt16:
      return use(uint16_t{});
    case ir::DataType::kInt32:
      return use(int32_t{});
    case ir::DataType::kUInt32:
      return use(uint32_t{});
    case ir::DataType::kInt64:
      return use(int64_t{});
    case ir::DataType::kUInt64:
      return use(uint64_t{});
    default:
      return false;
  }
}

template <typename T>
T NearestOf(double value) {
  if constexpr (std::is_floating_point_v<T>) {
    return static_cast<T>(value);
  } else {
    // The highest integers of 64 bits are no doubles: the next lower double is.
    constexpr double kLowest = static_cast<double>(std::numeric_limits<T>::lowest());
    const double highest = std::nextafter(static_cast<double>(std::numeric_limits<T>::max()) + 1, 0.0);
    return std::isnan(value) ? T{0} : static_cast<T>(std::clamp(std::nearbyint(value), kLowest, highest));
  }
}

}  // namespace

bool HasElementValues(ir::DataType type) {
  return WithType(type, [](auto) { return true; });
}

double ElementValue(ir::DataType type, std::span<const std::byte> bytes, size_t index) {
  double value = 0;
  WithType(type, [&](auto element) {
    std::memcpy(&element, bytes.data() + index * sizeof(element), sizeof(element));
    value = static_cast<double>(element);
    return true;
  });
  return value;
}

void SetElementValue(ir::DataType type, std::span<std::byte> bytes, size_t index, double value) {
  WithType(type, [&](auto element) {
    element = NearestOf<decltype(element)>(value);
    if (type == ir::DataType::kBool) element = element != 0 ? 1 : 0;
    std::memcpy(bytes.data() + index * sizeof(element), &element, sizeof(element));
    return true;
  });
}

}  // namespace litevk
