// Tensors of int8, read as words of four values or as vectors of four words. They are storage buffers or, with TEXELS, texel
// buffers (docs/design/loads.md).
#include "common/packed_int8.glsl"
#ifdef TEXELS
#define READ_WORD_TEXELS(BINDING, NAME)                                  \
  layout(binding = BINDING, r32ui) uniform readonly uimageBuffer NAME;   \
  uint LoadWord_##NAME(const uint word) { return imageLoad(NAME, int(word)).x; }
#define READ_VECTOR_TEXELS(BINDING, NAME)                                \
  layout(binding = BINDING, rgba32ui) uniform readonly uimageBuffer NAME; \
  uvec4 LoadVector_##NAME(const uint index) { return imageLoad(NAME, int(index)); }
#else
#define READ_WORD_TEXELS(BINDING, NAME)                                  \
  layout(std430, binding = BINDING) readonly buffer NAME##_scalars { uint NAME[]; }; \
  uint LoadWord_##NAME(const uint word) { return NAME[word]; }
#define READ_VECTOR_TEXELS(BINDING, NAME)                                \
  layout(std430, binding = BINDING) readonly buffer NAME##_vectors { uvec4 NAME##_v4[]; }; \
  uvec4 LoadVector_##NAME(const uint index) { return NAME##_v4[index]; }
#endif
