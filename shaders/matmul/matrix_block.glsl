// Blocks of 4x4 elements of dense matrices. A line is a row of the stored matrix.
struct Block {
  vec4 a, b, c, d;
};

Block Transposed(const Block v) {
  const mat4 columns = transpose(mat4(v.a, v.b, v.c, v.d));
  return Block(columns[0], columns[1], columns[2], columns[3]);
}

// Defines Block_NAME of the tensor NAME. It loads four lines from `line` on, and four elements of each from `first` on, of the
// matrix that starts at `begin`. Elements outside the matrix are zeros. `aligned`: lines consist of whole vectors of four.
#define LOAD_BLOCK(NAME)                                                                              \
  vec4 Line_##NAME(const bool aligned, const uint begin, const uint line, const uint lines,           \
                   const uint size, const uint first) {                                               \
    if (line >= lines || first >= size) return vec4(0.0);                                             \
    return Load4_##NAME(aligned, OffsetIn(aligned, begin + line * size + first), min(4u, size - first)); \
  }                                                                                                   \
  Block Block_##NAME(const bool aligned, const uint begin, const uint line, const uint lines,         \
                     const uint size, const uint first) {                                             \
    return Block(Line_##NAME(aligned, begin, line, lines, size, first),                               \
                 Line_##NAME(aligned, begin, line + 1, lines, size, first),                           \
                 Line_##NAME(aligned, begin, line + 2, lines, size, first),                           \
                 Line_##NAME(aligned, begin, line + 3, lines, size, first));                          \
  }
