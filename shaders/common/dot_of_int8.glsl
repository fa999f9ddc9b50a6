// Dot product of two words of four int8 values each: OpSDot of SPV_KHR_integer_dot_product. Format 0 means four values of 8
// bits.
#extension GL_EXT_spirv_intrinsics : require
spirv_instruction(extensions = ["SPV_KHR_integer_dot_product"], capabilities = [6018, 6019], id = 4450)
int DotOfBytes(const uint left, const uint right, spirv_literal int format);
