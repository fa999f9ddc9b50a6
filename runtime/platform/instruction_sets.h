// Instruction sets that the processor has and the system supports. Each is what Highway compiles a target
// with.
#pragma once

namespace litevk {

bool HasSse4();    // up to SSE 4.2, with AES and PCLMULQDQ
bool HasAvx2();    // with FMA, F16C, BMI1 and BMI2
bool HasAvx512();  // F, DQ, CD, BW and VL
bool HasNeon();

}  // namespace litevk
