// What the two transformations of Winograd's convolution F(4x4, 3x3) share: an invocation has one tile of 4x4 output
// pixels, and four channels of it or, where registers are what is scarce, one. Include after WRITE_TENSOR of `result`.
#include "common/divide.glsl"
#include "common/flat.glsl"

layout(constant_id = 3) const bool kPaired = false;  // columns of a matrix, counted as below, are an even number

// Stores the value number `i` of those that an invocation has, if it exists.
#ifdef TEXELS
#define Value vec4
void Store(const uint i, const bool exists, const uint index, const Value value) {
  Put_result(kPaired, i, exists, true, index, 4, value);
}
#else
#define Value float
void Store(const uint i, const bool exists, const uint index, const Value value) {
  if (exists) result[kResultRows ? PLACE_IN_ROWS(false, index, result_rows) : index] = value;
}
#endif

const float kNear = 0.70710678;  // sqrt(1/2)

// Tiles of an image's columns and rows, and of all images; columns of a matrix: channels, or groups of four of them.
#define WINOGRAD_TILE_PUSH                   \
  uvec2 by_columns, by_tiles_w, by_tiles_h;  \
  uint tiles_h, tiles_w, tiles, columns;

struct WinogradTile {
  uint index;  // in every matrix: [tile][column]
  uint column;
  uint image;
  uint top, left;  // first output pixel
  bool exists;     // beyond the last one an invocation repeats it, so that every address exists
};

// The tile and the column of number `number`, counted as `index` is.
#define MAKE_WINOGRAD_TILE(number) \
  MakeWinogradTile(number, tiles, columns, by_columns, tiles_w, by_tiles_w, tiles_h, by_tiles_h)

WinogradTile MakeWinogradTile(const uint number, const uint tiles, const uint columns, const uvec2 by_columns,
                              const uint tiles_w, const uvec2 by_tiles_w, const uint tiles_h, const uvec2 by_tiles_h) {
  const uint index = min(number, tiles * columns - 1);
  const uint tile = Divide(index, by_columns);
  const uint row = Divide(tile, by_tiles_w);  // of all images
  const uint image = Divide(row, by_tiles_h);
  return WinogradTile(index, index - tile * columns, image, (row - image * tiles_h) * 4, (tile - row * tiles_w) * 4,
                      number == index);
}
