// Dispatches from a tensor's type to C++ code for that type.
#pragma once

#include <cstdint>
#include <string>
#include <type_traits>

#include "runtime/base/status.h"
#include "runtime/ir/data_type.h"

// float16 and bfloat16 in C++: arithmetic rounds after each operation. Code that uses them includes
// <Eigen/Core>.
namespace Eigen {
struct half;
struct bfloat16;
}  // namespace Eigen

namespace litevk {

template <typename T>
constexpr ir::DataType DataTypeOf() {
  using ir::DataType;
  if constexpr (std::is_same_v<T, float>) return DataType::kFloat32;
  if constexpr (std::is_same_v<T, double>) return DataType::kFloat64;
  if constexpr (std::is_same_v<T, Eigen::half>) return DataType::kFloat16;
  if constexpr (std::is_same_v<T, Eigen::bfloat16>) return DataType::kBFloat16;
  if constexpr (std::is_same_v<T, int8_t>) return DataType::kInt8;
  if constexpr (std::is_same_v<T, int16_t>) return DataType::kInt16;
  if constexpr (std::is_same_v<T, int32_t>) return DataType::kInt32;
  if constexpr (std::is_same_v<T, int64_t>) return DataType::kInt64;
  if constexpr (std::is_same_v<T, uint8_t>) return DataType::kUInt8;
  if constexpr (std::is_same_v<T, uint16_t>) return DataType::kUInt16;
  if constexpr (std::is_same_v<T, uint32_t>) return DataType::kUInt32;
  if constexpr (std::is_same_v<T, uint64_t>) return DataType::kUInt64;
  if constexpr (std::is_same_v<T, bool>) return DataType::kBool;
}

// Calls fn(T{}) with the T of Types that matches `type`, and returns its result. The signatures
// list the same types, so every checked node finds one.
//   return ForType<float, int32_t>(type, [&](auto zero) { using T = decltype(zero); ... return Status(); });
template <typename... Types, typename Fn>
Status ForType(ir::DataType type, Fn fn) {
  Status status = Internal("no code for type " + std::string(ir::Name(type)));
  const auto attempt = [&]<typename T>(T zero) {
    if (type != DataTypeOf<T>()) return false;
    status = fn(zero);
    return true;
  };
  static_cast<void>((attempt(Types{}) || ...));
  return status;
}

}  // namespace litevk
