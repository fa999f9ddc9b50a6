// Memory that is shared by executables of one device that never run at the same time: the plans of a
// partition for different shapes. It has the largest size that one of them needs.
#pragma once

#include <cstdint>
#include <string_view>

#include "runtime/base/status.h"
#include "runtime/exec/block_buffers.h"
#include "runtime/graph/memory_plan.h"
#include "runtime/vk/buffer.h"

namespace litevk {

// Memory of a region that moves when it grows. The device must outlive it.
class GrowingMemory {
 public:
  GrowingMemory(vk::MemoryUse use, std::string_view what) : use_(use), what_(what) {}

  // Makes room for `bytes` at least. If the memory has to grow, its contents are lost; an error changes
  // nothing. No run may be using the memory.
  Status Reserve(const vk::Device& device, uint64_t bytes);

  const BlockBuffers& buffers() const { return buffers_; }
  // Returns a higher number after each move.
  uint64_t moves() const { return moves_; }

 private:
  vk::MemoryUse use_;
  std::string_view what_;
  BlockBuffers buffers_;
  uint64_t bytes_ = 0;
  uint64_t moves_ = 0;
};

// Used by one thread at a time.
struct RunMemory {
  GrowingMemory arena{vk::MemoryUse::kDevice, "arena"};
  // Memory that the host reads and writes: the inputs and outputs themselves, or their staging copies.
  GrowingMemory host_io{vk::MemoryUse::kHostReads, "inputs and outputs of the host"};
  GrowingMemory device_io{vk::MemoryUse::kDevice, "inputs and outputs"};  // device copies, if the host's are
                                                                          // staging copies

  uint64_t moves() const { return arena.moves() + host_io.moves() + device_io.moves(); }
};

}  // namespace litevk
