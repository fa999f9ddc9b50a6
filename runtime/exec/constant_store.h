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
  BufferPlace Find(const std::string& key, uint64_t bytes) const {
    const auto found = places_.find({key, bytes});
    if (found == places_.end()) return {};
    return {found->second.buffer.lock(), found->second.offset_bytes};
  }
  void Add(const std::string& key, uint64_t bytes, const BufferPlace& place) {
    places_[{key, bytes}] = {place.buffer, place.offset_bytes};
  }
  ConstantHashes& hashes() { return hashes_; }

 private:
  struct Place {
    std::weak_ptr<const vk::Buffer> buffer;
    uint64_t offset_bytes = 0;
  };
  std::map<std::pair<std::string, uint64_t>, Place> places_;
  ConstantHashes hashes_;
};

}  // namespace litevk
