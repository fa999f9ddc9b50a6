// Reduces the values of kLanes invocations in a workgroup of 64 to one. Lane 0 gets the result; with `to_all` every
// lane does, at the cost of two barriers. Lanes of one result are `step` apart: lane = self / step % kLanes.
//
// Every invocation of the workgroup must call the function. The shader declares kLanes (a power of two) and `shared
// TYPE partial[64]`. It may reuse `partial` only after a call with `to_all`. The order of the operations is fixed.
//
// With SUBGROUPS defined, a reduction over the whole workgroup first reduces within subgroups. It assumes nothing about
// which invocations form a subgroup, or how many: a driver may leave some of its lanes empty.
#ifdef SUBGROUPS
#extension GL_KHR_shader_subgroup_basic : require
#extension GL_KHR_shader_subgroup_arithmetic : require
#define REDUCE_BY_SUBGROUPS(COMBINE, SUBGROUP_COMBINE)                                     \
  if (kLanes == 64) {                                                                      \
    value = SUBGROUP_COMBINE(value);                                                       \
    if (gl_NumSubgroups == 1) return value;                                                \
    if (subgroupElect()) partial[gl_SubgroupID] = value;                                   \
    barrier();                                                                             \
    value = partial[0];                                                                    \
    for (uint i = 1; i < gl_NumSubgroups; ++i) value = COMBINE(value, partial[i]);         \
    barrier();                                                                             \
    return value;                                                                          \
  }
#else
#define REDUCE_BY_SUBGROUPS(COMBINE, SUBGROUP_COMBINE)
#endif

#define LANE_REDUCTION(NAME, TYPE, COMBINE, SUBGROUP_COMBINE)                               \
  TYPE NAME(const TYPE own, const uint lane, const uint step, const bool to_all) {          \
    TYPE value = own;                                                                       \
    if (kLanes == 1) return value;                                                          \
    REDUCE_BY_SUBGROUPS(COMBINE, SUBGROUP_COMBINE)                                          \
    const uint self = gl_LocalInvocationID.x;                                               \
    partial[self] = value;                                                                  \
    for (uint reach = kLanes / 2; reach > 0; reach /= 2) {                                  \
      barrier();                                                                            \
      if (lane < reach) partial[self] = COMBINE(partial[self], partial[self + reach * step]);\
    }                                                                                       \
    if (!to_all) return partial[self];                                                      \
    barrier();                                                                              \
    value = partial[self - lane * step];                                                    \
    barrier();                                                                              \
    return value;                                                                           \
  }

#define ADD(a, b) ((a) + (b))
