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

  // True if values of T are stored as they are.
  template <typename T>
  bool Keeps() const {
    return is_quads_ ? flip_ == 0 : sizeof(T) == 2 && zero_point_ == 0;
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

// Addresses of the inputs of rows that are computed together.
struct LocatedRows {
  const std::byte** inputs;  // [segment][row], `stride` elements from one segment to the next
  int64_t stride;
  std::byte* copies;  // has room for a copy of each row, [row][segment], whole words each
  int64_t row_bytes;
  int64_t segment_bytes;

  // Returns the room for a segment of a row, which becomes the address of its inputs.
  std::byte* Copy(int row, int64_t segment) const {
    std::byte* const copy = copies + row * row_bytes + segment * segment_bytes;
    inputs[segment * stride + row] = copy;
    return copy;
  }
};

// The rows that an integer layer is computed for.
class IntegerRowSource {
 public:
  explicit IntegerRowSource(int64_t count) : count_(count) {}
  virtual ~IntegerRowSource() = default;

  int64_t count() const { return count_; }
  // Locates the segments of `count` rows of a group, from `first` on. A segment is readable up to a whole
  // word.
  virtual void Locate(int64_t first, int count, int64_t group, const LocatedRows& to) const = 0;

 private:
  int64_t count_;
};

// True if the last word of `values` values of T belongs to them alone.
template <typename T>
bool AreWholeWords(int64_t values) {
  return values * static_cast<int64_t>(sizeof(T)) % static_cast<int64_t>(sizeof(int32_t)) == 0;
}

// Rows of a matrix.
template <typename T>
class DenseIntegerRows : public IntegerRowSource {
 public:
  DenseIntegerRows(const T* rows, int64_t count, int64_t depth, const IntegerInputs& inputs)
      : IntegerRowSource(count), inputs_(inputs), rows_(rows), depth_(depth) {}

  void Locate(int64_t first, int count, int64_t, const LocatedRows& to) const override {
    const T* const from = rows_ + first * depth_;
    if (inputs_.template Keeps<T>() && AreWholeWords<T>(depth_)) {
      for (int row = 0; row < count; ++row)
        to.inputs[row] = reinterpret_cast<const std::byte*>(from + row * depth_);
      return;
    }
    // Rows of whole words follow each other in the copy as well.
    const bool is_dense = to.row_bytes == depth_ * inputs_.value_bytes();
    if (is_dense) inputs_.Copy(from, count * depth_, 0, to.copies);
    for (int row = 0; row < count; ++row) {
      std::byte* const copy = to.Copy(row, 0);
      if (!is_dense) inputs_.Copy(from + row * depth_, depth_, 0, copy);
    }
  }

 private:
  IntegerInputs inputs_;
  const T* rows_;
  int64_t depth_;
};

}  // namespace litevk::cpu
