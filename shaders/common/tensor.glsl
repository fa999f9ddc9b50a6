// Views of float32 tensors. A tensor is dense in TFLite's order, so four neighbours along the innermost dim are neighbours in
// memory. If that dim is a multiple of 4, they are loaded and stored as one vec4, otherwise one by one. `aligned` says which;
// it is a specialization constant, so the choice costs nothing.
//
// `element_offset` is the offset of the first of the four, counted in vec4s if `aligned`, else in floats; `valid` is how many exist.
// LoadStrided_ reads four floats that are `stride` apart. Components of a vector are named, never indexed by a variable: V3D's
// compiler in Mesa hangs on a component index in a loop.
//
// With TEXELS defined a tensor is read as a texel buffer of four floats, which requires `aligned`. It is a storage texel buffer
// or, with FETCH defined too, a uniform one. Some drivers make one function of all reads of a uniform one, which compiles
// faster and runs slower (docs/design/loads.md). READ_SCALARS reads four values as single floats in all cases.
#include "binding_rows.glsl"
#include "put_vectors.glsl"
#include "result_rows.glsl"

#define READ_BUFFER(BINDING, NAME)                                                                    \
  layout(std430, binding = BINDING) readonly buffer NAME##_scalars { float NAME[]; };                 \
  layout(std430, binding = BINDING) readonly buffer NAME##_vectors { vec4 NAME##_v4[]; };             \
  DECLARE_ROWS(BINDING, NAME)                                                                         \
  vec4 LoadStrided_##NAME(const uint first, const uint stride, const uint valid) {                    \
    vec4 value = vec4(NAME[OFFSET(NAME, first, 4)], 0.0, 0.0, 0.0);                                    \
    if (valid > 1) value.y = NAME[OFFSET(NAME, first + stride, 4)];                                    \
    if (valid > 2) value.z = NAME[OFFSET(NAME, first + 2 * stride, 4)];                                \
    if (valid > 3) value.w = NAME[OFFSET(NAME, first + 3 * stride, 4)];                                \
    return value;                                                                                     \
  }                                                                                                   \
  vec4 LoadVector_##NAME(const uint index) {                                                          \
    if (IS_WHOLE(NAME, 16)) return NAME##_v4[OFFSET(NAME, index, 16)];                                 \
    return LoadStrided_##NAME(index * 4, 1, 4);                                                       \
  }                                                                                                   \
  vec4 Load4_##NAME(const bool aligned, const uint element_offset, const uint valid) {                         \
    if (IS_VECTOR(NAME, aligned)) return NAME##_v4[OFFSET(NAME, element_offset, 16)];                           \
    const uint first = FIRST_OF(aligned, element_offset);                                                      \
    vec4 value = vec4(NAME[OFFSET(NAME, first, 4)], 0.0, 0.0, 0.0);                                    \
    if (valid > 1) value.y = NAME[OFFSET(NAME, first + 1, 4)];                                         \
    if (valid > 2) value.z = NAME[OFFSET(NAME, first + 2, 4)];                                         \
    if (valid > 3) value.w = NAME[OFFSET(NAME, first + 3, 4)];                                         \
    return value;                                                                                     \
  }

#ifdef TEXELS
#ifdef FETCH
#extension GL_EXT_samplerless_texture_functions : require
#define DECLARE_TEXELS(BINDING, NAME) layout(binding = BINDING) uniform textureBuffer NAME;
#define READ_TEXEL(NAME, index) texelFetch(NAME, int(index))
#else
#define DECLARE_TEXELS(BINDING, NAME) layout(binding = BINDING, rgba32f) uniform readonly imageBuffer NAME;
#define READ_TEXEL(NAME, index) imageLoad(NAME, int(index))
#endif
#define READ_TENSOR(BINDING, NAME)                                                                    \
  DECLARE_TEXELS(BINDING, NAME)                                                                       \
  DECLARE_ROWS(BINDING, NAME)                                                                         \
  vec4 LoadVector_##NAME(const uint index) { return READ_TEXEL(NAME, OFFSET(NAME, index, 16)); }       \
  vec4 Load4_##NAME(const bool aligned, const uint element_offset, const uint valid) {                         \
    return READ_TEXEL(NAME, OFFSET(NAME, element_offset, 16));                                                  \
  }
#define READ_SCALARS(BINDING, NAME)                                                                   \
  layout(binding = BINDING, r32f) uniform readonly imageBuffer NAME;                                  \
  float LoadScalar_##NAME(const uint element) { return imageLoad(NAME, int(element)).x; }             \
  vec4 Load4_##NAME(const bool aligned, const uint element_offset, const uint valid) {                         \
    vec4 value = vec4(LoadScalar_##NAME(element_offset), 0.0, 0.0, 0.0);                                       \
    if (valid > 1) value.y = LoadScalar_##NAME(element_offset + 1);                                            \
    if (valid > 2) value.z = LoadScalar_##NAME(element_offset + 2);                                            \
    if (valid > 3) value.w = LoadScalar_##NAME(element_offset + 3);                                            \
    return value;                                                                                     \
  }
#else
#define READ_TENSOR(BINDING, NAME) READ_BUFFER(BINDING, NAME)
#define READ_SCALARS(BINDING, NAME) READ_BUFFER(BINDING, NAME)
#endif

#define WRITE_TENSOR(BINDING, NAME)                                                                   \
  layout(std430, binding = BINDING) writeonly buffer NAME##_scalars { float NAME[]; };                \
  layout(std430, binding = BINDING) writeonly buffer NAME##_vectors { vec4 NAME##_v4[]; };            \
  void Store4_##NAME(const bool aligned, const uint element_offset, const uint valid, const vec4 value) {      \
    STORE_FOUR(NAME)                                                                                  \
  }                                                                                                   \
  PUT_VECTORS(BINDING, NAME, vec4)
