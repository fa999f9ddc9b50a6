// Sets of element types.
#pragma once

#include <bit>
#include <cstdint>
#include <initializer_list>
#include <string>

#include "runtime/ir/data_type.h"

namespace litevk {

class TypeSet {
 public:
  constexpr TypeSet() = default;
  constexpr TypeSet(ir::DataType type) : bits_(Bit(type)) {}  // NOLINT: a type is a set of one
  constexpr TypeSet(std::initializer_list<ir::DataType> types) {
    for (const ir::DataType type : types) bits_ |= Bit(type);
  }
  constexpr bool contains(ir::DataType type) const { return (bits_ & Bit(type)) != 0; }
  constexpr bool includes(TypeSet other) const { return (other.bits_ & ~bits_) == 0; }
  constexpr TypeSet operator|(TypeSet other) const {
    TypeSet result = *this;
    result.bits_ |= other.bits_;
    return result;
  }
  constexpr TypeSet Without(TypeSet other) const {
    TypeSet result = *this;
    result.bits_ &= ~other.bits_;
    return result;
  }
  constexpr bool operator==(const TypeSet&) const = default;
  constexpr int size() const { return std::popcount(bits_); }
  // Returns a list such as "float32, int32".
  std::string ToString() const;

 private:
  static constexpr uint32_t Bit(ir::DataType type) { return 1U << static_cast<unsigned>(type); }
  uint32_t bits_ = 0;
};

inline constexpr TypeSet kFloat32 = ir::DataType::kFloat32;
inline constexpr TypeSet kBool = ir::DataType::kBool;
inline constexpr TypeSet kString = ir::DataType::kString;
inline constexpr TypeSet kInt8 = ir::DataType::kInt8;
inline constexpr TypeSet kInt32 = ir::DataType::kInt32;
inline constexpr TypeSet kIndex = {ir::DataType::kInt32, ir::DataType::kInt64};
// The types of arithmetic that is not quantized.
inline constexpr TypeSet kNumeric = {ir::DataType::kFloat32, ir::DataType::kInt32, ir::DataType::kInt64};
// Types whose elements have a fixed size of whole bytes. Operators that move values unchanged accept them.
inline constexpr TypeSet kFixedSize = {ir::DataType::kFloat32, ir::DataType::kFloat16, ir::DataType::kInt8,
                                       ir::DataType::kUInt8,   ir::DataType::kInt16,   ir::DataType::kInt32,
                                       ir::DataType::kInt64,   ir::DataType::kUInt16,  ir::DataType::kUInt32,
                                       ir::DataType::kUInt64,  ir::DataType::kFloat64, ir::DataType::kBool,
                                       ir::DataType::kBFloat16};
inline constexpr TypeSet kMovable = kFixedSize | kString;
// Types whose elements share bytes.
inline constexpr TypeSet kPacked = {ir::DataType::kInt2, ir::DataType::kInt4, ir::DataType::kUInt4};
// The types that every comparison takes; EQUAL and NOT_EQUAL take bool and string too.
inline constexpr TypeSet kComparable = {ir::DataType::kFloat32, ir::DataType::kFloat16, ir::DataType::kInt8,
                                        ir::DataType::kUInt8,   ir::DataType::kInt16,   ir::DataType::kInt32,
                                        ir::DataType::kInt64};
// The integers that operators on bits take.
inline constexpr TypeSet kBitTypes = {ir::DataType::kInt8,   ir::DataType::kUInt8, ir::DataType::kInt16,
                                      ir::DataType::kUInt16, ir::DataType::kInt32, ir::DataType::kUInt32};
// Types of the reductions that do not add. They take int8, uint8 and int16 without scales too.
inline constexpr TypeSet kReducedTypes = {ir::DataType::kFloat32, ir::DataType::kInt8,  ir::DataType::kUInt8,
                                          ir::DataType::kInt16,   ir::DataType::kInt32, ir::DataType::kInt64,
                                          ir::DataType::kBool};
// Placeholder in a signature for its element type, which is the same wherever it occurs.
inline constexpr TypeSet kT = {};

}  // namespace litevk
