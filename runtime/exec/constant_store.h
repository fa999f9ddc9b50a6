// Constants that executables of one device share. Plans of a partition for other shapes need the same
// prepacked weights.
#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <string>
#include <utility>

#include "runtime/exec/block_buffers.h"
#include "runtime/exec/constant_check.h"
#include "runtime/vk/buffer.h"

namespace litevk {

// Holds weak references: a constant is freed with the last executable that uses it. Used by one thread at a
// time.
class ConstantStore {
 public:
  // `key` is a gpu::Constant::key that is not empty.
  BufferSlice Find(const std::string& key, uint64_t bytes) const {
    const auto found = slots_.find({key, bytes});
    if (found == slots_.end()) return {};
    return {found->second.buffer.lock(), found->second.offset_bytes};
  }
  void Add(const std::string& key, uint64_t bytes, const BufferSlice& slot) {
    slots_[{key, bytes}] = {slot.buffer, slot.offset_bytes};
  }
  ConstantHashes& hashes() { return hashes_; }

 private:
  struct Slot {
    std::weak_ptr<const vk::Buffer> buffer;
    uint64_t offset_bytes = 0;
  };
  std::map<std::pair<std::string, uint64_t>, Slot> slots_;
  ConstantHashes hashes_;
};

}  // namespace litevk
