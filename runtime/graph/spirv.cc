#include "runtime/graph/spirv.h"

#include <zlib.h>

namespace litevk::gpu {

std::span<const uint32_t> TakeInstruction(std::span<const uint32_t>& rest) {
  const size_t count = rest.empty() ? 0 : rest[0] >> 16;
  if (count > rest.size()) return {};
  const std::span<const uint32_t> instruction = rest.first(count);
  rest = rest.subspan(count);
  return instruction;
}

std::vector<uint32_t> Spirv::Words() const {
  if (deflated_.empty()) return {words_.begin(), words_.end()};
  std::vector<uint32_t> words(word_count_);
  uLongf bytes = words.size() * sizeof(uint32_t);
  const int status =
      uncompress(reinterpret_cast<Bytef*>(words.data()), &bytes, deflated_.data(), deflated_.size());
  if (status != Z_OK || bytes != words.size() * sizeof(uint32_t)) return {};
  return words;
}

}  // namespace litevk::gpu
