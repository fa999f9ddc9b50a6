// Lookups of bytes in a table of 256 bytes.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

#include "kernels_cpu/simd/isa.h"

namespace litevk::cpu {

class ByteTable {
 public:
  // `values` has the result of each byte. The instruction set must be one that IsaTable() says the processor
  // has.
  ByteTable(const std::array<uint8_t, 256>& values, Isa isa);

  // The output may not overlap the input.
  void Apply(const uint8_t* input, int64_t count, uint8_t* output) const {
    apply_(rows_.data(), input, count, output);
  }

 private:
  // The form of the table in which the instruction set looks up, in rows of 16 entries.
  alignas(64) std::array<uint8_t, 256> rows_;
  void (*apply_)(const uint8_t* rows, const uint8_t* input, int64_t count, uint8_t* output);
};

}  // namespace litevk::cpu
