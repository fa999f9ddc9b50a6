// Tiles of Winograd's convolution F(4x4, 3x3), 4x4 output pixels each, in floats and in integers. Include after
// common/divide.glsl.

// Tiles along an image's height and width, and tiles of all images. Columns of a matrix: channels, or groups of four or eight
// of them.
#define WINOGRAD_TILE_PUSH                   \
  uvec2 by_columns, by_tiles_w, by_tiles_h;  \
  uint tiles_h, tiles_w, tiles, columns;

struct WinogradTile {
  uint index;  // position in every matrix: [tile][column]
  uint column;
  uint image;
  uint top, left;  // first output pixel
  bool exists;     // false beyond the last tile, which the invocation repeats so that every address exists
};

// Returns the tile and the column of `item`, which counts as WinogradTile::index does.
#define MAKE_WINOGRAD_TILE(item) \
  MakeWinogradTile(item, tiles, columns, by_columns, tiles_w, by_tiles_w, tiles_h, by_tiles_h)

WinogradTile MakeWinogradTile(const uint item, const uint tiles, const uint columns, const uvec2 by_columns,
                              const uint tiles_w, const uvec2 by_tiles_w, const uint tiles_h, const uvec2 by_tiles_h) {
  const uint index = min(item, tiles * columns - 1);
  const uint tile = Divide(index, by_columns);
  const uint row = Divide(tile, by_tiles_w);  // row of tiles, counted over all images
  const uint image = Divide(row, by_tiles_h);
  return WinogradTile(index, index - tile * columns, image, (row - image * tiles_h) * 4, (tile - row * tiles_w) * 4,
                      item == index);
}
