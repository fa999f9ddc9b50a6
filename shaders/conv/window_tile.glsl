// Tile of an invocation that writes kTileH rows of kTileW output pixels, times four channels. Operators that slide a
// window over each channel separately use it. Workgroups: x = channel blocks, y and z = tiles; the host's counterpart
// is WindowTileCandidates (delegate/ops/conv/window_tile.h).
#include "common/divide.glsl"

layout(local_size_x_id = 0, local_size_y_id = 1) in;
#include "common/tile_index.glsl"
layout(constant_id = 3) const uint kTileW = 4;
layout(constant_id = 4) const uint kTileH = 1;

const uint kMaxTile = 8;  // pixels

// Tiles along a row and along a column of the output; total number of tiles, including all images.
#define WINDOW_TILE_PUSH         \
  uvec2 by_tiles_w, by_tiles_h;  \
  uint tiles_w, tiles_h, tiles;

struct WindowTile {
  uint block;  // block of four channels
  uint image;
  uint row, column;  // position of the first pixel within the image
  bool exists;       // false beyond the last block or tile, which the invocation repeats so that every address exists
};

#define MAKE_WINDOW_TILE(blocks) MakeWindowTile(blocks, tiles, tiles_w, by_tiles_w, tiles_h, by_tiles_h)

WindowTile MakeWindowTile(const uint blocks, const uint tiles, const uint tiles_w, const uvec2 by_tiles_w,
                          const uint tiles_h, const uvec2 by_tiles_h) {
  const uint block = gl_WorkGroupID.x * LocalWidth() + LocalX();
  const uint index = TileIndex();
  const uint tile = min(index, tiles - 1);
  const uint rows = Divide(tile, by_tiles_w);
  const uint image = Divide(rows, by_tiles_h);
  return WindowTile(min(block, blocks - 1), image, (rows - image * tiles_h) * kTileH,
                    (tile - rows * tiles_w) * kTileW, block < blocks && index < tiles);
}
