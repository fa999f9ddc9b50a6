// Put_ is Store4_ for shaders that store several values in order; `i` counts them from 0 and is a constant expression. With
// PAIRS and `paired`, lanes 2n and 2n + 1 of a subgroup exchange every other value. Each lane then stores eight components at a
// time, half as often (docs/design/stores.md).
//
// Every lane must store the same, even number of values. Those of a pair must be neighbours in memory, the first at an even
// index, and exist both or not at all. Values are vec4 or uvec4 (TYPE).
#ifdef PAIRS
#extension GL_EXT_shader_explicit_arithmetic_types_int64 : require
#extension GL_KHR_shader_subgroup_shuffle : require
uvec2 WordsOf(const vec2 value) { return floatBitsToUint(value); }
uvec2 WordsOf(const uvec2 value) { return value; }
#define PACKED_VECTORS(low, high)                                                      \
  u64vec4(pack64(WordsOf((low).xy)), pack64(WordsOf((low).zw)), pack64(WordsOf((high).xy)), pack64(WordsOf((high).zw)))
#define PUT_VECTORS(BINDING, NAME, TYPE)                                                              \
  layout(std430, binding = BINDING) writeonly buffer NAME##_pairs { u64vec4 NAME##_v8[]; };           \
  struct Held_##NAME {                                                                                \
    bool exists;                                                                                      \
    uint element_offset;                                                                                       \
    TYPE value;                                                                                       \
  };                                                                                                  \
  Held_##NAME held_##NAME;                                                                            \
  void Put_##NAME(const bool paired, const uint i, const bool exists, const bool aligned,             \
                  const uint element_offset, const uint valid, const TYPE value) {                             \
    const Held_##NAME now = Held_##NAME(exists, element_offset, value);                                        \
    if (!paired) {                                                                                    \
      if (exists) Store4_##NAME(aligned, element_offset, valid, value);                                        \
    } else if (i % 2 == 0) {                                                                          \
      held_##NAME = now;                                                                              \
    } else {                                                                                          \
      const Held_##NAME before = held_##NAME;                                                         \
      const bool is_second = gl_SubgroupInvocationID % 2 == 1;                                        \
      const TYPE given = is_second ? before.value : now.value;                                        \
      const TYPE taken = subgroupShuffle(given, gl_SubgroupInvocationID ^ 1);                         \
      const TYPE low = is_second ? taken : before.value;                                              \
      const TYPE high = is_second ? now.value : taken;                                                \
      const uint pair = (is_second ? now.element_offset : before.element_offset) / 2;                                   \
      if (is_second ? now.exists : before.exists) NAME##_v8[pair] = PACKED_VECTORS(low, high);        \
    }                                                                                                 \
  }
#else
#define PUT_VECTORS(BINDING, NAME, TYPE)                                                              \
  void Put_##NAME(const bool paired, const uint i, const bool exists, const bool aligned,             \
                  const uint element_offset, const uint valid, const TYPE value) {                             \
    if (exists) Store4_##NAME(aligned, element_offset, valid, value);                                          \
  }
#endif
