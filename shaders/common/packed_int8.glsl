// Unpacks and packs int8 values, four per word, the first in the lowest bits.
ivec4 Integers(const uint word) {
  const int bits = int(word);
  return ivec4(bitfieldExtract(bits, 0, 8), bitfieldExtract(bits, 8, 8), bitfieldExtract(bits, 16, 8), bits >> 24);
}

// Returns the value at index `offset`, counted in values, from the word that holds it.
int Integer(const uint word, const uint offset) { return bitfieldExtract(int(word), int(offset % 4 * 8), 8); }

uint Packed(const ivec4 integers) {
  const uvec4 bits = uvec4(integers) & 0xffu;
  return bits.x | bits.y << 8 | bits.z << 16 | bits.w << 24;
}
