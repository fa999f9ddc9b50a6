#version 450

// Modules such as users may provide, selected by macro. Without a macro: y = factor * x.
#ifdef BYTES
#extension GL_EXT_shader_8bit_storage : require
#endif
#ifdef SUBGROUPS
#extension GL_KHR_shader_subgroup_arithmetic : require
#endif
#ifndef LOCAL_SIZE
#define LOCAL_SIZE 64
#endif
#ifndef SET
#define SET 0
#endif
#ifndef RESULT_ACCESS
#define RESULT_ACCESS writeonly
#endif

layout(local_size_x = LOCAL_SIZE) in;

#ifdef UNIFORM_INPUT
layout(set = SET, binding = 0) uniform Input { vec4 x[64]; };
#define X(i) x[i / 4][i % 4]
#elif defined(WORDS)
layout(set = SET, binding = 0) readonly buffer Input { uint x[]; };
#define X(i) x[i]
#elif defined(BYTES)
layout(set = SET, binding = 0) readonly buffer Input { uint8_t x[]; };
#define X(i) x[i]
#else
layout(set = SET, binding = 0) readonly buffer Input { float x[]; };
#define X(i) x[i]
#endif

#ifdef TWO_INPUTS
layout(set = SET, binding = 1) readonly buffer Other { float other[]; };
layout(set = SET, binding = 2) RESULT_ACCESS buffer Output { float y[]; };
#elif defined(GAP)
layout(set = SET, binding = 2) RESULT_ACCESS buffer Output { float y[]; };
#elif defined(WORDS)
layout(set = SET, binding = 1) RESULT_ACCESS buffer Output { uint y[]; };
#else
layout(set = SET, binding = 1) RESULT_ACCESS buffer Output { float y[]; };
#endif

layout(push_constant) uniform Push {
  uint count;
  float factor;
#ifdef LONG_PUSH
  mat4 matrix;
  uint last;
#endif
};

#ifdef SHARED
shared vec4 shared_values[SHARED];
#endif

void main() {
  const uint i = gl_GlobalInvocationID.x;
#ifdef SHARED
  shared_values[gl_LocalInvocationIndex % SHARED] = vec4(factor);
  barrier();
#endif
  if (i >= count) return;
#ifdef READONLY_RESULT
  if (y[i] == X(i)) return;
#elif defined(TWO_INPUTS)
  y[i] = X(i) + factor * other[i];
#elif defined(FLOAT64)
  y[i] = float(double(factor) * double(X(i)));
#elif defined(WORDS)
  y[i] = ~X(i);
#elif defined(BYTES)
  y[i] = factor * float(uint(X(i)));
#elif defined(SUBGROUPS)
  y[i] = subgroupAdd(factor * X(i));
#elif defined(SHARED)
  y[i] = shared_values[gl_LocalInvocationIndex % SHARED].x * X(i);
#elif defined(LONG_PUSH)
  y[i] = factor * X(i) * matrix[0][0] * float(last);
#elif defined(HALVES)
  y[i] = factor * X(2 * i);
#else
  y[i] = factor * X(i);
#endif
}
