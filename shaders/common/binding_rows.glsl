// A tensor that may lie in another one as rows (delegate/kernel/row_view.h), in a shader that counts the elements of a dense
// one: loads and stores find their places. A shader defines ROWS for that, and the numbers of each of its bindings are
// specialization constants then, which the host sets for whatever is bound (delegate/views/binding_rows.h): there is
// nothing to compute in a pipeline without rows, and what remains of a division by a constant is a multiplication.
// Shaders in which every network spends its time take the numbers as data instead (common/image_strides.glsl,
// common/result_rows.glsl), so that layers share pipelines.
#ifndef BINDING_ROWS
#define BINDING_ROWS
#ifdef ROWS
// In bytes. `unit` counts what is read or written at once, of `bytes` each, which no row cuts apart.
#define DECLARE_ROWS(BINDING, NAME)                                                                   \
  layout(constant_id = 200 + 3 * (BINDING)) const uint kRow_##NAME = 0;                               \
  layout(constant_id = 201 + 3 * (BINDING)) const uint kPitch_##NAME = 0;                             \
  layout(constant_id = 202 + 3 * (BINDING)) const uint kFirst_##NAME = 0;                             \
  uint PlaceOf_##NAME(const uint unit, const uint bytes) {                                            \
    if (kRow_##NAME == 0) return unit;                                                                \
    const uint row = kRow_##NAME / bytes;                                                             \
    return kFirst_##NAME / bytes + unit / row * (kPitch_##NAME / bytes) + unit % row;                 \
  }
#define PLACE(NAME, unit, bytes) PlaceOf_##NAME(unit, bytes)
// Whether rows begin and end with whole units of so many bytes, a power of two.
#define IS_WHOLE(NAME, bytes) (((kRow_##NAME | kPitch_##NAME | kFirst_##NAME) & (bytes - 1)) == 0)
// Whether four values that are one vector of a dense tensor where `aligned` are one where the tensor lies; if not, the
// first of them.
#define IS_VECTOR(NAME, aligned) (aligned && IS_WHOLE(NAME, 16))
#define FIRST_OF(aligned, place) (aligned ? place * 4 : place)
#else
#define DECLARE_ROWS(BINDING, NAME)
#define PLACE(NAME, unit, bytes) (unit)
#define IS_WHOLE(NAME, bytes) true
#define IS_VECTOR(NAME, aligned) aligned
#define FIRST_OF(aligned, place) place
#endif

// Store4_ as in common/tensor.glsl, into such rows. Four values are one vector where `aligned`.
#define WRITE_ROWS(BINDING, NAME, SCALAR, VECTOR)                                                     \
  layout(std430, binding = BINDING) writeonly buffer NAME##_scalars { SCALAR NAME[]; };               \
  layout(std430, binding = BINDING) writeonly buffer NAME##_vectors { VECTOR NAME##_v4[]; };          \
  DECLARE_ROWS(BINDING, NAME)                                                                         \
  void Store4_##NAME(const bool aligned, const uint place, const uint valid, const VECTOR value) {    \
    if (IS_VECTOR(NAME, aligned)) {                                                                   \
      NAME##_v4[PLACE(NAME, place, 16)] = value;                                                      \
      return;                                                                                         \
    }                                                                                                 \
    const uint element = FIRST_OF(aligned, place);                                                    \
    NAME[PLACE(NAME, element, 4)] = value.x;                                                          \
    if (valid > 1) NAME[PLACE(NAME, element + 1, 4)] = value.y;                                       \
    if (valid > 2) NAME[PLACE(NAME, element + 2, 4)] = value.z;                                       \
    if (valid > 3) NAME[PLACE(NAME, element + 3, 4)] = value.w;                                       \
  }
#endif
