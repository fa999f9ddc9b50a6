// The 64-bit fingerprint that TFLite's LSH_PROJECTION computes of its keys: FarmHash's Fingerprint64. Its
// definition never changes, so models can rely on it.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

namespace litevk::ref {

uint64_t Fingerprint64(std::span<const std::byte> bytes);

}  // namespace litevk::ref
