// Returns n / d for a d that the host turned into a gpu::Divisor (runtime/graph/divisor.h explains the formula). n is
// below 2^31. Drivers that run lanes on a CPU's vector units divide lane by lane, and GPUs have no instruction for it.
#ifndef DIVIDE
#define DIVIDE
uint Divide(const uint n, const uvec2 by) {
  uint high;
  uint low;
  umulExtended(n, by.x, high, low);
  return (high + n) >> by.y;
}
#endif
