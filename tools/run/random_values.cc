#include "tools/run/random_values.h"

#include <Eigen/Core>

namespace litevk::tools {
namespace {

// SplitMix64 (Steele, Lea, Flood: Fast Splittable Pseudorandom Number Generators, 2014). The standard
// library's distributions differ between implementations; this does not.
class Generator {
 public:
  explicit Generator(uint64_t seed) : state_(seed) {}

  uint64_t Next() {
    uint64_t z = state_ += 0x9E3779B97F4A7C15U;
    z = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9U;
    z = (z ^ (z >> 27)) * 0x94D049BB133111EBU;
    return z ^ (z >> 31);
  }
  // In [0, 1), with the 24 bits that a float keeps exactly.
  float Uniform() { return static_cast<float>(Next() >> 40) * 0x1p-24F; }

 private:
  uint64_t state_;
};

template <typename T, typename Fn>
void Fill(Array* array, Fn value) {
  array->bytes.resize(static_cast<size_t>(array->size()) * sizeof(T));
  for (int64_t index = 0; index < array->size(); ++index) array->data<T>()[index] = value();
}

void FillIntegers(Array* array, Generator* generator) {
  const auto size = static_cast<size_t>(ir::ByteSize(array->type));
  array->bytes.resize(static_cast<size_t>(array->size()) * size);
  for (std::byte& byte : array->bytes) byte = static_cast<std::byte>(generator->Next() >> 56);
}

std::string Letters(Generator* generator) {
  std::string text(generator->Next() % 9, 'a');
  for (char& letter : text) letter = static_cast<char>('a' + generator->Next() % 26);
  return text;
}

}  // namespace

Array RandomValues(ir::DataType type, const ir::Shape& dims, uint64_t seed) {
  Array array{.type = type, .dims = dims, .bytes = {}, .strings = {}};
  Generator generator(seed);
  const auto uniform = [&] { return 2.0F * generator.Uniform() - 1.0F; };
  if (type == ir::DataType::kFloat32) {
    Fill<float>(&array, uniform);
  } else if (type == ir::DataType::kFloat64) {
    Fill<double>(&array, [&] { return static_cast<double>(uniform()); });
  } else if (type == ir::DataType::kFloat16) {
    Fill<Eigen::half>(&array, [&] { return Eigen::half(uniform()); });
  } else if (type == ir::DataType::kBool) {
    Fill<uint8_t>(&array, [&] { return static_cast<uint8_t>(generator.Next() >> 63); });
  } else if (type == ir::DataType::kString) {
    for (int64_t index = 0; index < array.size(); ++index) array.strings.push_back(Letters(&generator));
  } else {
    FillIntegers(&array, &generator);
  }
  return array;
}

}  // namespace litevk::tools
