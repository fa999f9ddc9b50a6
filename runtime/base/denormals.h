// Denormal floats as zero, as XNNPACK runs layers of floats in TFLite: they are orders of magnitude slower
// than others on many processors. Scales of quantized tensors keep them, as TFLite's own kernels do.
#pragma once

#include <cstdint>

#if defined(__SSE__)
#include <xmmintrin.h>
#endif

namespace litevk {

// For the calling thread, until the end of its life; then the old mode is back.
template <bool kFlushes>
class ScopedDenormals {
 public:
  ScopedDenormals() : saved_(Read()) { Write(kFlushes ? saved_ | kFlush : saved_ & ~kFlush); }
  ~ScopedDenormals() { Write(saved_); }
  ScopedDenormals(const ScopedDenormals&) = delete;
  ScopedDenormals& operator=(const ScopedDenormals&) = delete;

 private:
#if defined(__SSE__)
  static constexpr uint32_t kFlush = 0x8040;  // MXCSR: FTZ and DAZ
  static uint32_t Read() { return _mm_getcsr(); }
  static void Write(uint32_t value) { _mm_setcsr(value); }
  uint32_t saved_;
#elif defined(__aarch64__)
  static constexpr uint64_t kFlush = uint64_t{1} << 24;  // FPCR: FZ
  static uint64_t Read() {
    uint64_t value = 0;
    asm volatile("mrs %0, fpcr" : "=r"(value));
    return value;
  }
  static void Write(uint64_t value) { asm volatile("msr fpcr, %0" : : "r"(value)); }
  uint64_t saved_;
#else
  static constexpr uint32_t kFlush = 0;
  static uint32_t Read() { return 0; }
  static void Write(uint32_t) {}
  uint32_t saved_;
#endif
};

using ScopedFlushDenormals = ScopedDenormals<true>;
using ScopedKeepDenormals = ScopedDenormals<false>;

}  // namespace litevk
