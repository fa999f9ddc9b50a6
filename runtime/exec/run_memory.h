// Memory that executables of one device share that never run at the same time: the plans of a partition for
// different shapes. It is as large as the one that needs most.
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

  // Room for `bytes` at least. Where it was not enough, what lay there is lost; an error leaves all as it
  // was. No run that uses the memory is under way.
  Status Reserve(const vk::Device& device, uint64_t bytes);

  const BlockBuffers& buffers() const { return buffers_; }
  // Higher after each move.
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
  // What the host writes and reads: the inputs and outputs themselves, or what they are copied from and to.
  GrowingMemory host_io{vk::MemoryUse::kHostReads, "inputs and outputs of the host"};
  GrowingMemory device_io{vk::MemoryUse::kDevice, "inputs and outputs"};  // where they are copied

  uint64_t moves() const { return arena.moves() + host_io.moves() + device_io.moves(); }
};

}  // namespace litevk
