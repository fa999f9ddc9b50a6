#include "tools/run/random_values.h"

#include <Eigen/Core>
#include <algorithm>
#include <array>
#include <cmath>
#include <cstdio>
#include <cstring>
#include <limits>

namespace litevk::tools {
namespace {

// SplitMix64 (Steele, Lea, Flood: Fast Splittable Pseudorandom Number Generators, 2014). Gives the same
// values everywhere, unlike the standard library's distributions.
class Generator {
 public:
  explicit Generator(uint64_t seed) : state_(seed) {}

  uint64_t Next() {
    uint64_t z = state_ += 0x9E3779B97F4A7C15U;
    z = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9U;
    z = (z ^ (z >> 27)) * 0x94D049BB133111EBU;
    return z ^ (z >> 31);
  }
  // Returns a value in [0, 1), with the 24 bits that a float keeps exactly.
  float Uniform() { return static_cast<float>(Next() >> 40) * 0x1p-24F; }

 private:
  uint64_t state_;
};

constexpr double kMaxFloat = 3.4028234663852886e38;
constexpr double kMaxHalf = 65504;
constexpr double kMaxDouble = std::numeric_limits<double>::max();
constexpr double kMaxExact = 0x1p53;

struct TypeRange {
  ir::DataType type;
  ValueRange range;
};
// Ranges of floats, and of integers that doubles cannot all represent.
constexpr std::array kWide = {
    TypeRange{ir::DataType::kFloat16, {-kMaxHalf, kMaxHalf}},
    TypeRange{ir::DataType::kFloat32, {-kMaxFloat, kMaxFloat}},
    TypeRange{ir::DataType::kFloat64, {-kMaxDouble / 2, kMaxDouble / 2}},
    TypeRange{ir::DataType::kInt64, {-kMaxExact, kMaxExact}},
    TypeRange{ir::DataType::kUInt64, {0, kMaxExact}},
};
constexpr std::array kIntegers = {ir::DataType::kInt2,   ir::DataType::kInt4,  ir::DataType::kUInt4,
                                  ir::DataType::kInt8,   ir::DataType::kUInt8, ir::DataType::kInt16,
                                  ir::DataType::kUInt16, ir::DataType::kInt32, ir::DataType::kUInt32};

// Returns the range of random values if the user gives none. `type` must have a range.
ValueRange UsualRange(ir::DataType type, const ValueRange& widest) {
  if (IsFloat(type)) return {-1, 1};
  return ir::ByteSize(ir::UnpackedType(type)) == 1 ? widest : ValueRange{0, 99};
}

std::string RangeText(const ValueRange& range) {
  std::array<char, 64> text = {};
  // Prints 16 digits: with 17, 0.2 would be 0.20000000000000001.
  std::snprintf(text.data(), text.size(), "%.16g to %.16g", range.low, range.high);
  return text.data();
}

Status CheckRange(ir::DataType type, const ValueRange& widest, const ValueRange& range) {
  const std::string name(ir::Name(type));
  if (range.low < widest.low || range.high > widest.high) {
    return InvalidArgument("the range " + RangeText(range) + " is not within " + RangeText(widest) +
                           ", what " + name + " takes");
  }
  if (IsFloat(type) || (std::floor(range.low) == range.low && std::floor(range.high) == range.high))
    return {};
  return InvalidArgument("the range " + RangeText(range) + " has a fraction, " + name + " has none");
}

template <typename T, typename Fn>
void Fill(Array* array, Fn value) {
  array->bytes.resize(static_cast<size_t>(array->size()) * sizeof(T));
  for (int64_t index = 0; index < array->size(); ++index) array->data<T>()[index] = value();
}

// Fills the array with random integers. Copies the lower bytes of a 64-bit value, in two's complement, for
// narrower types.
void FillIntegers(Array* array, Generator* generator, const ValueRange& range) {
  const auto size = static_cast<size_t>(ir::ByteSize(ir::UnpackedType(array->type)));
  const auto low = static_cast<int64_t>(range.low);
  const auto count = static_cast<uint64_t>(range.high - range.low) + 1;
  array->bytes.resize(static_cast<size_t>(array->size()) * size);
  for (size_t at = 0; at < array->bytes.size(); at += size) {
    const int64_t value = low + static_cast<int64_t>(generator->Next() % count);
    std::memcpy(array->bytes.data() + at, &value, size);
  }
}

std::string Letters(Generator* generator) {
  std::string text(generator->Next() % 9, 'a');
  for (char& letter : text) letter = static_cast<char>('a' + generator->Next() % 26);
  return text;
}

void FillNumbers(Array* array, Generator* generator, const ValueRange& range) {
  const auto uniform = [&] {
    return range.low + (range.high - range.low) * static_cast<double>(generator->Uniform());
  };
  if (array->type == ir::DataType::kFloat32) {
    Fill<float>(array, [&] { return static_cast<float>(uniform()); });
  } else if (array->type == ir::DataType::kFloat64) {
    Fill<double>(array, uniform);
  } else if (array->type == ir::DataType::kFloat16) {
    Fill<Eigen::half>(array, [&] { return Eigen::half(static_cast<float>(uniform())); });
  } else {
    FillIntegers(array, generator, range);
  }
}

}  // namespace

std::optional<ValueRange> WidestRange(ir::DataType type) {
  const auto* wide = std::ranges::find(kWide, type, &TypeRange::type);
  if (wide != kWide.end()) return wide->range;
  if (std::ranges::find(kIntegers, type) == kIntegers.end()) return std::nullopt;
  const ir::IntegerRange held = ir::RangeOf(type);
  return ValueRange{static_cast<double>(held.lowest), static_cast<double>(held.highest)};
}

Result<Array> RandomValues(ir::DataType type, const ir::Shape& dims, uint64_t seed,
                           std::optional<ValueRange> range) {
  if (type == ir::DataType::kComplex64) {
    std::vector<int> parts = dims.dims();
    parts.push_back(2);
    LITEVK_ASSIGN_OR_RETURN(Array array, RandomValues(ir::DataType::kFloat32, ir::Shape(parts), seed, range));
    array.type = type;
    array.dims = dims;
    return array;
  }
  Array array;
  array.type = type;
  array.dims = dims;
  Generator generator(seed);
  const std::optional<ValueRange> widest = WidestRange(type);
  if (!widest.has_value() && range.has_value()) {
    return InvalidArgument(std::string(ir::Name(type)) + " has no range of values");
  }
  if (widest.has_value()) {
    if (range.has_value()) LITEVK_RETURN_IF_ERROR(CheckRange(type, *widest, *range));
    FillNumbers(&array, &generator, range.value_or(UsualRange(type, *widest)));
  } else if (type == ir::DataType::kBool) {
    Fill<uint8_t>(&array, [&] { return static_cast<uint8_t>(generator.Next() >> 63); });
  } else if (type == ir::DataType::kString) {
    for (int64_t index = 0; index < array.size(); ++index) array.strings.push_back(Letters(&generator));
  } else {
    return Unsupported("no values of type " + std::string(ir::Name(type)) + " can be made; give a file");
  }
  return array;
}

}  // namespace litevk::tools
