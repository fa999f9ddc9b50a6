// The 6x6 pixels that a tile of Winograd's convolution F(4x4, 3x3) reads.

// Offsets of six rows or columns, and flags that say if they exist. Those in the padding repeat an
// edge.
uint offsets[6];
bool inside[6];
void Place(const int first, const int size, const uint stride) {
  [[unroll]] for (int i = 0; i < 6; ++i) {
    offsets[i] = uint(clamp(first + i, 0, size - 1)) * stride;
    inside[i] = first + i >= 0 && first + i < size;
  }
}
