// Access to a tensor that may lie in another one as rows, a strided view (delegate/kernel/strided_view.h). The shader counts the
// elements of a dense tensor, and loads and stores translate the index. A shader that supports this defines ROWS.
//
// The parameters of each binding's rows are specialization constants, which the host sets (delegate/views/binding_rows.h). A
// pipeline without rows then computes nothing, and a division by a constant becomes a multiplication. The shaders in which
// every network spends its time take the parameters as push constants instead, so that layers share pipelines
// (common/image_strides.glsl, common/result_rows.glsl).
#ifndef BINDING_ROWS
#define BINDING_ROWS
#ifdef ROWS
// Row length, pitch and first offset in bytes. `unit` counts groups of `bytes` bytes, each read or written at once and
// contained in one row.
#define DECLARE_ROWS(BINDING, NAME)                                                                   \
  layout(constant_id = 200 + 3 * (BINDING)) const uint kRow_##NAME = 0;                               \
  layout(constant_id = 201 + 3 * (BINDING)) const uint kPitch_##NAME = 0;                             \
  layout(constant_id = 202 + 3 * (BINDING)) const uint kFirst_##NAME = 0;                             \
  uint OffsetOf_##NAME(const uint unit, const uint bytes) {                                            \
    if (kRow_##NAME == 0) return unit;                                                                \
    const uint row = kRow_##NAME / bytes;                                                             \
    return kFirst_##NAME / bytes + unit / row * (kPitch_##NAME / bytes) + unit % row;                 \
  }
#define OFFSET(NAME, unit, bytes) OffsetOf_##NAME(unit, bytes)
// True if every row begins and ends at a multiple of `bytes`, a power of two.
#define IS_WHOLE(NAME, bytes) (((kRow_##NAME | kPitch_##NAME | kFirst_##NAME) & (bytes - 1)) == 0)
// IS_VECTOR: true if four values that form one vector of the dense tensor (`aligned`) also form one in memory. FIRST_OF: index
// of the first of these values.
#define IS_VECTOR(NAME, aligned) (aligned && IS_WHOLE(NAME, 16))
#define FIRST_OF(aligned, offset) (aligned ? offset * 4 : offset)
#else
#define DECLARE_ROWS(BINDING, NAME)
#define OFFSET(NAME, unit, bytes) (unit)
#define IS_WHOLE(NAME, bytes) true
#define IS_VECTOR(NAME, aligned) aligned
#define FIRST_OF(aligned, offset) offset
#endif

// Defines Store4_ as in common/tensor.glsl, for a tensor that may lie in rows. With `aligned`, the four values are one vector.
#define WRITE_ROWS(BINDING, NAME, SCALAR, VECTOR)                                                     \
  layout(std430, binding = BINDING) writeonly buffer NAME##_scalars { SCALAR NAME[]; };               \
  layout(std430, binding = BINDING) writeonly buffer NAME##_vectors { VECTOR NAME##_v4[]; };          \
  DECLARE_ROWS(BINDING, NAME)                                                                         \
  void Store4_##NAME(const bool aligned, const uint offset, const uint valid, const VECTOR value) {    \
    if (IS_VECTOR(NAME, aligned)) {                                                                   \
      NAME##_v4[OFFSET(NAME, offset, 16)] = value;                                                      \
      return;                                                                                         \
    }                                                                                                 \
    const uint element = FIRST_OF(aligned, offset);                                                    \
    NAME[OFFSET(NAME, element, 4)] = value.x;                                                          \
    if (valid > 1) NAME[OFFSET(NAME, element + 1, 4)] = value.y;                                       \
    if (valid > 2) NAME[OFFSET(NAME, element + 2, 4)] = value.z;                                       \
    if (valid > 3) NAME[OFFSET(NAME, element + 3, 4)] = value.w;                                       \
  }
#endif
