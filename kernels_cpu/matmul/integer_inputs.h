// The form in which an integer layer's kernel reads inputs.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <limits>

namespace litevk::cpu {

// Inputs of a row follow each other: minus their zero point as int16, or as bytes whose sign bit may be
// turned over. Rows of bytes count the zero point as a value; the layer subtracts its share.
class IntegerInputs {
 public:
  // Values of 16 bits minus the zero point.
  static IntegerInputs Pairs(int zero_point) { return {zero_point, false, 0}; }
  // Bytes of T, as uint8 or as int8.
  template <typename T>
  static IntegerInputs Quads(int zero_point, bool is_unsigned) {
    const bool turns_sign = std::numeric_limits<T>::is_signed == is_unsigned;
    return {zero_point, true, static_cast<uint8_t>(turns_sign ? 0x80 : 0)};
  }

  bool is_quads() const { return is_quads_; }
  int64_t value_bytes() const { return is_quads_ ? 1 : 2; }

  // Returns what every stored value exceeds the one that it stands for.
  int64_t Offset(bool is_unsigned) const {
    if (!is_quads_) return 0;
    return zero_point_ + (flip_ == 0 ? 0 : is_unsigned ? 0x80 : -0x80);
  }

  // Writes `count` values of T, those of the row from `at` on.
  template <typename T>
  void Copy(const T* from, int64_t count, int64_t at, std::byte* row) const {
    if constexpr (sizeof(T) == 1) {
      if (is_quads_) {
        auto* const to = reinterpret_cast<uint8_t*>(row) + at;
        for (int64_t i = 0; i < count; ++i) to[i] = static_cast<uint8_t>(from[i]) ^ flip_;
        return;
      }
    }
    auto* const to = reinterpret_cast<int16_t*>(row) + at;
    for (int64_t i = 0; i < count; ++i) to[i] = static_cast<int16_t>(from[i] - zero_point_);
  }

  // Writes the zero point `count` times.
  void Fill(int64_t count, int64_t at, std::byte* row) const {
    if (is_quads_) {
      std::fill_n(reinterpret_cast<uint8_t*>(row) + at, count, static_cast<uint8_t>(zero_point_) ^ flip_);
    } else {
      std::fill_n(reinterpret_cast<int16_t*>(row) + at, count, int16_t{0});
    }
  }

 private:
  IntegerInputs(int zero_point, bool is_quads, uint8_t flip)
      : zero_point_(zero_point), is_quads_(is_quads), flip_(flip) {}

  int zero_point_;
  bool is_quads_;
  uint8_t flip_;
};

// The rows that an integer layer is computed for.
class IntegerRowSource {
 public:
  explicit IntegerRowSource(int64_t count) : count_(count) {}
  virtual ~IntegerRowSource() = default;

  int64_t count() const { return count_; }
  // Writes the inputs of a row of a group.
  virtual void Write(int64_t row, int64_t group, const IntegerInputs& inputs, std::byte* to) const = 0;

 private:
  int64_t count_;
};

// Rows of a matrix.
template <typename T>
class DenseIntegerRows : public IntegerRowSource {
 public:
  DenseIntegerRows(const T* rows, int64_t count, int64_t depth)
      : IntegerRowSource(count), rows_(rows), depth_(depth) {}

  void Write(int64_t row, int64_t, const IntegerInputs& inputs, std::byte* to) const override {
    inputs.Copy(rows_ + row * depth_, depth_, 0, to);
  }

 private:
  const T* rows_;
  int64_t depth_;
};

}  // namespace litevk::cpu
