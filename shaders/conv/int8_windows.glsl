// Sums of products of int8 values for tiles of a depthwise convolution's pixels (conv/window_tile.glsl), four channels each.
// An input pixel is loaded and unpacked once for all pixels of the tile whose windows contain it. Products are added up as
// floats, which is exact up to 2^24: 1,024 taps.
//
// Include after READ_WORD_TEXELS(0, source), READ_WORD_TEXELS(1, weights), conv/window_tile.glsl and int8_windows_size.glsl.
// Also declare the push constants, including INT8_WINDOWS_PUSH, and these macros first:
// `kSourceAligned`: input channels are a multiple of 4.
// `kMultiplier`: output channels per input channel.
// `kIsLong`: the filter has more than 1,024 taps, though each filter row has no more.
// `ZEROS`: the word that a tap beside the image reads.
// `kFirstSum`: the initial value of the sums.
const uint kLastColumn = (kTileW - 1) * kStrideW + (kFilterW - 1) * kDilationW;  // last column of a tile's inputs, from 0
vec4 sums[kMaxTile];

ivec4 totals[kMaxTile];

uint IntegerAt(const uint index) { return LoadWord_source(index / 4) >> index % 4 * 8 & 0xFF; }

// Loads the values of a pixel that four outputs read. Values beyond the last channel meet weights of 0.
uint LoadFour(const uint offset, const uint block) {
  if (kSourceAligned && kMultiplier == 1) return LoadWord_source(offset);
  const uvec4 inputs = min((uvec4(0, 1, 2, 3) + (kMultiplier == 1 ? 0 : block * 4)) / kMultiplier, uvec4(input_c - 1));
  const uint first = kSourceAligned ? offset * 4 : offset;
  return IntegerAt(min(first + inputs.x, last_value)) | IntegerAt(min(first + inputs.y, last_value)) << 8 |
         IntegerAt(min(first + inputs.z, last_value)) << 16 | IntegerAt(min(first + inputs.w, last_value)) << 24;
}

// Adds one input row, `r` rows below the tile's first tap, at offset `row_offset` of the image. A tile of one row gets only rows
// that contain its taps.
void AccumulateRow(const WindowTile tile, const uint r, const int row_offset) {
  // Offsets within the image, so that the columns of a row differ by an addition. Pixels beside the image are read at offset 0.
  const int pixel = int(source_pixel);
  const bool is_row = uint(row_offset) <= uint((input_h - 1) * int(source_row));
  int offset = (int(tile.column * kStrideW) - pad_left) * pixel;
  const uint first = source_first + tile.image * source_image + (is_row ? uint(row_offset) : 0) +
                     (kMultiplier != 1 ? 0 : kSourceAligned ? tile.block : tile.block * 4);
  vec4 w[kTileH * kFilterW];
  [[unroll]] for (uint i = 0; i < kTileH * kFilterW; ++i) {
    const uint tap = min((r - i / kFilterW * kStrideH) / kDilationH, kFilterH - 1) * kFilterW + i % kFilterW;
    w[i] = vec4(Integers(LoadWord_weights(tap * blocks + tile.block)));
  }
  [[unroll]] for (uint c = 0; c <= kLastColumn; ++c) {
    const bool is_column = uint(offset) <= uint((input_w - 1) * pixel);
    const uint word = LoadFour(first + (is_column ? uint(offset) : 0), tile.block);
    const vec4 value = vec4(Integers(kMayMiss ? mix(ZEROS, word, is_row && is_column) : word));
    [[unroll]] for (uint p = 0; p < kTileH * kTileW; ++p) {
      // Wraps around to a huge value if the input is above or left of the pixel's window.
      const uint down = r - p / kTileW * kStrideH;
      const uint across = c - p % kTileW * kStrideW;
      const bool hits_row = kTileH == 1 || (down % kDilationH == 0 && down / kDilationH < kFilterH);
      if (hits_row && across % kDilationW == 0 && across / kDilationW < kFilterW) {
        sums[p] += value * w[p / kTileW * kFilterW + across / kDilationW];
      }
    }
    offset += pixel;
  }
}

void TakeTotals() {
  [[unroll]] for (uint p = 0; p < kTileH * kTileW; ++p) {
    totals[p] += ivec4(sums[p]);
    sums[p] = vec4(0.0);
  }
}

void AccumulateRows(const WindowTile tile) {
  [[unroll]] for (uint p = 0; p < kTileH * kTileW; ++p) {
    sums[p] = vec4(kFirstSum);
    totals[p] = ivec4(0);
  }
  int row_offset = (int(tile.row * kStrideH) - pad_top) * int(source_row);
  if (kTileH == 1) {
    for (uint ky = 0; ky < kFilterH; ++ky) {
      AccumulateRow(tile, ky * kDilationH, row_offset);
      row_offset += int(kDilationH * source_row);
      if (kIsLong) TakeTotals();
    }
  } else {
    [[unroll]] for (uint r = 0; r <= (kTileH - 1) * kStrideH + (kFilterH - 1) * kDilationH; ++r) {
      AccumulateRow(tile, r, row_offset);
      row_offset += int(source_row);
    }
  }
}

ivec4 SumOf(const uint p) { return kIsLong ? totals[p] : ivec4(sums[p]); }
