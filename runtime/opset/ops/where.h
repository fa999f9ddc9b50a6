// The elements that WHERE finds.
#pragma once

#include <cstdint>
#include <span>

#include "runtime/opset/dispatch.h"
#include "runtime/opset/shapes/shape_inference.h"

namespace litevk {

// Calls fn(position) for each of the `count` elements that is not zero. A bool is read as its byte.
template <typename Fn>
Status ForEachNonZero(ir::DataType type, std::span<const std::byte> bytes, int64_t count, Fn fn) {
  const ir::DataType read_as = type == ir::DataType::kBool ? ir::DataType::kUInt8 : type;
  return ForType<uint8_t, float, int64_t, int32_t, int8_t, uint32_t>(read_as, [&](auto zero) {
    const auto* values = reinterpret_cast<const decltype(zero)*>(bytes.data());
    for (int64_t position = 0; position < count; ++position) {
      if (values[position] != zero) fn(position);
    }
    return Status();
  });
}

}  // namespace litevk
