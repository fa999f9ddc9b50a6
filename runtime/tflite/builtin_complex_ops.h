// Codes of the builtin operators on complex numbers, apart from the others' (builtin_ops.h).
#pragma once

namespace litevk::abi {

inline constexpr int kTfLiteBuiltinRfft2d = 131;
inline constexpr int kTfLiteBuiltinImag = 133;
inline constexpr int kTfLiteBuiltinReal = 134;
inline constexpr int kTfLiteBuiltinComplexAbs = 135;

}  // namespace litevk::abi
