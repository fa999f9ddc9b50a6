// Views of float32 tensors in storage buffers. A tensor is dense in TFLite's order, so four neighbours
// along the innermost dim are four neighbours in memory; they are loaded and stored as one vec4 where
// that dim is a multiple of 4 (`aligned`, a specialization constant, so the choice costs nothing), and
// one by one otherwise. `valid` is how many of the four exist.

#define READ_TENSOR(BINDING, NAME)                                                                    \
  layout(std430, binding = BINDING) readonly buffer NAME##_scalars { float NAME[]; };                 \
  layout(std430, binding = BINDING) readonly buffer NAME##_vectors { vec4 NAME##_v4[]; };             \
  vec4 Load4_##NAME(bool aligned, uint element, uint valid) {                                         \
    if (aligned) return NAME##_v4[element >> 2];                                                      \
    vec4 value = vec4(NAME[element], 0.0, 0.0, 0.0);                                                  \
    if (valid > 1) value.y = NAME[element + 1];                                                       \
    if (valid > 2) value.z = NAME[element + 2];                                                       \
    if (valid > 3) value.w = NAME[element + 3];                                                       \
    return value;                                                                                     \
  }

#define WRITE_TENSOR(BINDING, NAME)                                                                   \
  layout(std430, binding = BINDING) writeonly buffer NAME##_scalars { float NAME[]; };                \
  layout(std430, binding = BINDING) writeonly buffer NAME##_vectors { vec4 NAME##_v4[]; };            \
  void Store4_##NAME(bool aligned, uint element, uint valid, vec4 value) {                            \
    if (aligned) {                                                                                    \
      NAME##_v4[element >> 2] = value;                                                                \
      return;                                                                                         \
    }                                                                                                 \
    NAME[element] = value.x;                                                                          \
    if (valid > 1) NAME[element + 1] = value.y;                                                       \
    if (valid > 2) NAME[element + 2] = value.z;                                                       \
    if (valid > 3) NAME[element + 3] = value.w;                                                       \
  }
