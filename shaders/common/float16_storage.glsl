// Access to float32 tensors that the device may store as float16 (delegate/views/assign_storage.h), four neighbours at a time.
// The shader converts on loads and stores. Define CONVERT_FLOAT16 and include before common/conv_tile.glsl; `index` counts groups of
// four.
#define READ_FLOAT16(BINDING, NAME)                                                                    \
  layout(std430, binding = BINDING) readonly buffer NAME##_float16 { uvec2 NAME##_h4[]; };             \
  vec4 LoadFloat16_##NAME(const uint index) {                                                          \
    return vec4(unpackHalf2x16(NAME##_h4[index].x), unpackHalf2x16(NAME##_h4[index].y));              \
  }

#define WRITE_FLOAT16(BINDING, NAME)                                                                   \
  layout(std430, binding = BINDING) writeonly buffer NAME##_float16 { uvec2 NAME##_h4[]; };            \
  void StoreFloat16_##NAME(const uint index, const vec4 value) {                                       \
    NAME##_h4[index] = uvec2(packHalf2x16(value.xy), packHalf2x16(value.zw));                         \
  }
