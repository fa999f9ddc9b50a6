// Rescaling of the sums of four output channels, and their stores, for quantized_conv_2d.comp.
// Entries of `channels` for a block.
struct Channels {
  uvec4 first, second, third, fourth;
};

ivec4 RescaleWide(const uint p, const Channels of) {
  uvec4 carry;
  const uvec4 low = uaddCarry(low_sums[p], of.first, carry);
  const uvec4 high = uvec4(high_sums[p]) + of.second + carry;
  return ivec4(Rescale64(uvec2(low.x, high.x), of.third.x, of.fourth.x),
               Rescale64(uvec2(low.y, high.y), of.third.y, of.fourth.y),
               Rescale64(uvec2(low.z, high.z), of.third.z, of.fourth.z),
               Rescale64(uvec2(low.w, high.w), of.third.w, of.fourth.w));
}

ivec4 RescaleSums(const uint p, const Channels of) {
  if (kWideSums) return RescaleWide(p, of);
  return Rescale(sums[p] + ivec4(of.first), ivec4(of.second), ivec4(of.third), ivec4(of.fourth));
}

void StoreFour(const uint offset, const ivec4 integers) {
  if (kBytes == 1) {
    const uint word = WithSteps(Packed(integers), offset);
    if (kStoresFloats) {
      StoreFloats(word, offset);
    } else {
      result[OFFSET(result, offset, 4)] = word;
    }
    return;
  }
  const uvec4 narrow = uvec4(integers) & 0xFFFF;
  result[OFFSET(result, offset * 2, 4)] = narrow.x | narrow.y << 16;
  result[OFFSET(result, offset * 2 + 1, 4)] = narrow.z | narrow.w << 16;
}
