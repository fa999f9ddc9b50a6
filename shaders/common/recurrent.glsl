// Activations as TFLite's recurrent operators, and its hybrid FULLY_CONNECTED, compute them. Codes are those of
// abi::TfLiteFusedActivation. Each code is a function here, NONE too.
#include "common/functions.glsl"

const uint kActRelu = 1;
const uint kActReluN1To1 = 2;
const uint kActRelu6 = 3;
const uint kActTanh = 4;
const uint kActSignBit = 5;
const uint kActSigmoid = 6;

vec4 Sigmoid(const vec4 v) { return 1.0 / (1.0 + Exp(-v)); }

// Clamps v. TFLite's recurrent kernels replace a NaN by the lower bound, unlike its elementwise ones.
vec4 Clamped(const vec4 v, const float low, const float high) { return mix(clamp(v, low, high), vec4(low), IsNan(v)); }

// exp(2v) overflows for large v on drivers that compute tanh from it; beyond 10 tanh is 1 in float32.
vec4 Tanh(const vec4 v) { return mix(tanh(clamp(v, -10.0, 10.0)), v, IsNan(v)); }

vec4 Activate(const uint activation, const vec4 v) {
  switch (activation) {
    case kActRelu: return Clamped(v, 0.0, uintBitsToFloat(kInfinityBits));
    case kActReluN1To1: return Clamped(v, -1.0, 1.0);
    case kActRelu6: return Clamped(v, 0.0, 6.0);
    case kActTanh: return Tanh(v);
    case kActSignBit: return vec4(floatBitsToUint(v) >> 31);
    case kActSigmoid: return Sigmoid(v);
    default: return v;
  }
}
float Activate(const uint activation, const float v) { return Activate(activation, vec4(v)).x; }
