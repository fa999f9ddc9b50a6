// Flushing of denormal floats to zero, as XNNPACK runs layers of floats in TFLite: on many processors they
// are orders of magnitude slower. Scales of quantized tensors keep denormals, as in TFLite's own kernels.
#pragma once

#include <cstdint>

#if defined(__SSE__)
#include <xmmintrin.h>
#endif

namespace litevk {

// Sets the mode for the calling thread. The destructor restores the old mode.
template <bool kFlushes>
class ScopedDenormals {
 public:
  ScopedDenormals() : saved_(Read()) { Write(kFlushes ? saved_ | kFlush : saved_ & ~kFlush); }
  ~ScopedDenormals() { Write(saved_); }
  ScopedDenormals(const ScopedDenormals&) = delete;
  ScopedDenormals& operator=(const ScopedDenormals&) = delete;

  // True if the calling thread has the mode.
  static bool IsSet() { return kFlush != 0 && ((Read() & kFlush) == kFlush) == kFlushes; }

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
