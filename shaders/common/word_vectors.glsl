// Results that are vectors of four 32-bit words, all of them whole.
#include "put_vectors.glsl"
#define WRITE_WORD_VECTORS(BINDING, NAME)                                                             \
  layout(std430, binding = BINDING) writeonly buffer NAME##_vectors { uvec4 NAME##_v4[]; };           \
  void Store4_##NAME(const bool aligned, const uint element_offset, const uint valid, const uvec4 value) {     \
    NAME##_v4[element_offset] = value;                                                                         \
  }                                                                                                   \
  PUT_VECTORS(BINDING, NAME, uvec4)
