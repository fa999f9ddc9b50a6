// Instruction sets that the processor has and the system supports. Each is what Highway compiles a target
// with.
#pragma once

namespace litevk {

bool HasSse4();        // up to SSE 4.2, with AES and PCLMULQDQ
bool HasAvx2();        // with FMA, F16C, BMI1 and BMI2
bool HasAvxVnni();     // AVX2 with dot products of bytes
bool HasAvx512();      // F, DQ, CD, BW and VL
bool HasAvx512Vnni();  // AVX-512 with dot products of bytes
bool HasNeon();
bool HasNeonDot();  // NEON with dot products of bytes

}  // namespace litevk
