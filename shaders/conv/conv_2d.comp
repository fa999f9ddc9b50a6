#version 450
// 2D convolution, NHWC, grouped and dilated: out = epilogue(bias + sum over taps and input channels).
// A tile is kTile consecutive output pixels times four channels of one group. As many invocations as the workgroup has
// slices (z) compute it, each from a part of the input channels. Workgroups: x = panels of `lanes` channel blocks,
// group after group; y and z = tiles of pixels.
// Iterations: kFilterH * (3 + kFilterW * (3 + Ceil(inputs / 4, kStep * kLocalSizeZ))) + kLocalSizeZ
// Variant texels: TEXELS SHARED_PIXELS PAIRS
// Variant scalar_texels: TEXELS SHARED_PIXELS SCALAR_SOURCE PAIRS
// Variant ragged_texels: TEXELS SHARED_PIXELS RAGGED PAIRS
// Variant ragged_scalar_texels: TEXELS SHARED_PIXELS SCALAR_SOURCE RAGGED PAIRS
#extension GL_GOOGLE_include_directive : require
#include "common/tensor.glsl"
#define EPILOGUE_BINDING 4
#ifdef SCALAR_SOURCE
READ_SCALARS(0, source)
#else
READ_TENSOR(0, source)
#endif
READ_TENSOR(1, weights)
READ_TENSOR(2, bias)
WRITE_TENSOR(3, result)
#ifndef TEXELS
#define CONVERT_FLOAT16
#include "common/float16_storage.glsl"
READ_FLOAT16(0, source)
WRITE_FLOAT16(3, result)
#endif
#include "common/divide.glsl"
#include "common/epilogue.glsl"

layout(local_size_x_id = 0, local_size_y_id = 1, local_size_z_id = 2) in;
// True for tensors stored as float16, in whole vectors. Only the module that reads buffers supports them.
layout(constant_id = 23) const bool kSourceFloat16 = false;
layout(constant_id = 24) const bool kResultFloat16 = false;
#ifndef SHARED_PIXELS
#define OWN_OFFSETS
#endif
#include "common/conv_tile.glsl"
layout(constant_id = 6) const bool kAligned = true;  // output channels of a group are a multiple of 4
layout(constant_id = 7) const uint kFilterH = 1;
layout(constant_id = 8) const uint kFilterW = 1;
layout(constant_id = 9) const uint kStrideH = 1;
layout(constant_id = 10) const uint kStrideW = 1;
layout(constant_id = 11) const uint kDilationH = 1;
layout(constant_id = 12) const uint kDilationW = 1;
layout(constant_id = 14) const bool kPointwise = false;  // all pixels form one row and read the pixel of their own index
layout(constant_id = 15) const bool kFillsRows = false;  // no tile reaches beyond the end of its row
// Columns of padding that the first and the last pixel of a tile may read. The compiler drops the tests of pixels that
// never do.
layout(constant_id = 16) const uint kMissLeft = 0;
layout(constant_id = 17) const uint kMissRight = 0;
layout(constant_id = 18) const bool kUniformSlices = false;  // all invocations of a subgroup belong to one slice
layout(constant_id = 19) const bool kRowWeights = false;  // each row of an image has a filter of its own
layout(constant_id = 21) const bool kPaired = false;  // output channels of a group are a multiple of 8
layout(constant_id = 22) const bool kSharedFilters = false;  // images share the filters of their rows

layout(push_constant) uniform Push {
  uvec2 by_tiles_w, by_image_h, by_output_w;
  int input_h, input_w;
  IMAGE_STRIDES_PUSH
  uint inputs;  // input channels of one group
  uint output_h, output_w;  // rows of all images
  uint output_c;            // channels of all groups
  uint outputs;             // output channels of one group
  uint panels;              // panels of one group
  uint image_h;             // rows of one image
  uint tiles_w;             // tiles in an output row, if a tile lies in one row
  int pad_top, pad_left;
};

uint tile_row;     // the tile's row, if a tile lies in one row
uint first_pixel;  // first pixel of the tile, counted over rows and images
uint end_pixel;    // end of the tile's pixels; 0 if the tile does not exist

// Starts a tile that lies in one row; returns its first column. A tile that does not exist repeats the last one.
uint StartInRow(const uint tile) {
  const uint tiles = tiles_w * output_h;
  const uint near = min(tile, tiles - 1);
  tile_row = kPointwise ? 0 : Divide(near, by_tiles_w);
  const uint column = (near - tile_row * tiles_w) * kTile;
  first_pixel = tile_row * output_w + column;
  end_pixel = tile < tiles ? (tile_row + 1) * output_w : 0;
  return column;
}

#ifdef SHARED_PIXELS
// A tile is consecutive pixels in any rows, unless rows have filters of their own. For each pixel that this invocation
// loads, these hold the offset of its image and the position of its first tap.
uint images[kMaxOwn];
int tops[kMaxOwn];
int lefts[kMaxOwn];

void StartTile(const uint tile) {
  const uint end = output_h * output_w;
  first_pixel = min(tile * kTile, end - 1);
  end_pixel = tile * kTile < end ? end : 0;
  if (kRowWeights) StartInRow(tile);
  [[unroll]] for (uint i = 0; i < kTile / kSharers; ++i) {
    const uint pixel = min(first_pixel + i * kSharers + SELF, output_h * output_w - 1);
    const uint row = kPointwise ? 0 : Divide(pixel, by_output_w);
    const uint column = pixel - row * output_w;
    const uint image = kPointwise ? 0 : Divide(row, by_image_h);
    images[i] = source_first + image * source_image;
    tops[i] = int((row - image * image_h) * kStrideH) - pad_top;
    lefts[i] = int(column * kStrideW) - pad_left;
  }
}

void PointAtTap(const uint ky, const uint kx, const uint channel) {
  [[unroll]] for (uint i = 0; i < kTile / kSharers; ++i) {
    const int y = tops[i] + int(ky * kDilationH);
    const int x = lefts[i] + int(kx * kDilationW);
    inside[i] = y >= 0 && y < input_h && x >= 0 && x < input_w;
    const uint row = uint(kMayMiss ? clamp(y, 0, input_h - 1) : y);
    const uint column = uint(kMayMiss ? clamp(x, 0, input_w - 1) : x);
    pixels[i] = Place(images[i] + row * source_row + column * source_pixel + channel);
  }
}

uint FirstTapRow() { return 0; }
uint EndTapRow() { return kFilterH; }
uint Rounds() { return kTile; }
uint PixelOf(const uint round) { return round; }
vec4 Total(const uint round) { return sums[round]; }
bool Exists(const uint p, const uint end) { return first_pixel + p < end; }
#else
// A tile lies in one row, so its pixels differ only in their column, which costs no registers.
#include "conv/conv_slices.glsl"
uint image_offset;  // offset of the image's first element
int top;
int left;

void StartTile(const uint tile) {
  left = int(StartInRow(tile) * kStrideW) - pad_left;
  const uint image = kPointwise ? 0 : Divide(tile_row, by_image_h);
  image_offset = Place(source_first + image * source_image);
  top = int((tile_row - image * image_h) * kStrideH) - pad_top;
}

uint row_offset;   // offset of the first channel at column 0 of the input row
uint tile_offset;  // offset of the tile's first pixel, even if it lies beside the row

// Filters of up to kMaxTaps columns take all taps of a row in one iteration, so that the compiler knows which taps
// miss. If any tap may miss, the conditions of all of them would not fit into scalar registers.
bool TakesWholeRows() { return kFilterW <= kMaxTaps && (kFillsRows || !kMayMiss); }

uint ColumnOffset(const uint p, const uint tap) { return p * kStrideW + tap * kDilationW; }

bool MayMiss(const uint p, const uint tap) {
  return kMayMiss && (!TakesWholeRows() || ColumnOffset(p, tap) < kMissLeft ||
                      ColumnOffset(kTile - 1 - p, kFilterW - 1 - tap) < kMissRight);
}

bool IsSpaced(const uint p, const uint tap) { return TakesWholeRows() && kFillsRows && !MayMiss(p, tap); }
uint SpacedOffset(const uint p, const uint tap) { return tile_offset + ColumnOffset(p, tap) * Place(source_pixel); }
// Evenly spaced offsets of a tile need no registers: if a workgroup has one tile, they are computed in scalar
// registers. Offsets for several taps would be too many to keep. Other offsets are computed once and not for each
// block.
bool IsKept(const uint p, const uint tap) { return !IsSpaced(p, tap) || (kFilterW == 1 && gl_WorkGroupSize.y > 1); }
uint OffsetOf(const uint p, const uint tap) { return IsKept(p, tap) ? pixels[tap * kMaxTile + p] : SpacedOffset(p, tap); }
bool IsInside(const uint p, const uint tap) { return !MayMiss(p, tap) || inside[tap * kMaxTile + p]; }

// Locates the pixels for the tap in column `kx` of the filter, which is tap number `tap` of the iteration.
void PointAtColumn(const uint kx, const uint tap) {
  const int last = int((output_w - 1) * kStrideW + kx * kDilationW) - pad_left;
  [[unroll]] for (uint p = 0; p < kTile; ++p) {
    // The last tile of a row repeats the row's last pixel, so that every address exists.
    const int x = min(left + int(ColumnOffset(p, kx)), last);
    const int near_x = MayMiss(p, tap) ? clamp(x, 0, input_w - 1) : x;
    inside[tap * kMaxTile + p] = x == near_x;
    pixels[tap * kMaxTile + p] =
        IsSpaced(p, tap) ? SpacedOffset(p, tap) : row_offset + uint(near_x) * Place(source_pixel);
  }
}

void PointAtRow(const uint ky, const uint channel) {
  row_offset = image_offset + (uint(top) + ky * kDilationH) * Place(source_row) + Place(channel);
  tile_offset = row_offset + uint(left) * Place(source_pixel);
}

// Range of the filter rows that lie on rows of the image.
uint FirstTapRow() { return kMayMiss && top < 0 ? (uint(-top) + kDilationH - 1) / kDilationH : 0; }
uint EndTapRow() {
  if (!kMayMiss) return kFilterH;
  return min(kFilterH, (uint(max(input_h - top, 0)) + kDilationH - 1) / kDilationH);
}

bool Exists(const uint p, const uint end) { return p < kTile && first_pixel + (kFillsRows ? 0 : p) < end; }
#endif

// Returns the output offset of pixel p; pixels beyond the last one repeat it. `first` is the offset of the tile's first
// pixel, so that all others follow by additions. It includes the channel, which keeps compilers from multiplying again.
uint OutputOffset(const uint p, const uint first, const uint last) {
  const uint element = first + min(p, kTile - 1) * OffsetIn(kAligned, output_c);
  return kFillsRows ? element : min(element, last);
}

// Accumulates one row of the filter; `weight` is the index of the lane's first weight vector for it.
void AccumulateRow(const uint weight, const uint ky, const uint channel, const uint slice) {
#ifndef SHARED_PIXELS
  PointAtRow(ky, channel);
  if (TakesWholeRows()) {
    [[unroll]] for (uint kx = 0; kx < kFilterW; ++kx) PointAtColumn(kx, kx);
    AccumulateTaps(weight, inputs, slice, kFilterW);
    return;
  }
#endif
  uint next = weight;
  for (uint kx = 0; kx < kFilterW; ++kx) {
#ifdef SHARED_PIXELS
    PointAtTap(ky, kx, channel);
#else
    PointAtColumn(kx, 0);
#endif
    AccumulateTaps(next, inputs, slice, 1);
    next += TapStride(inputs);
  }
}

void Accumulate(const uint slice) {
  const uint panel = gl_WorkGroupID.x;
  const uint channel = panel / panels * inputs;
  const uint first_row = FirstTapRow();
  const uint end_row = EndTapRow();
  const uint row = kSharedFilters ? tile_row - Divide(tile_row, by_image_h) * image_h : tile_row;
  const uint filters_before = kRowWeights ? row * panels : 0;
  uint weight = ((filters_before + panel) * kFilterH + first_row) * kFilterW * TapStride(inputs) + LocalX();
  for (uint ky = first_row; ky < end_row; ++ky) {
    AccumulateRow(weight, ky, channel, slice);
    weight += kFilterW * TapStride(inputs);
  }
}

void main() {
  const uint panel = gl_WorkGroupID.x;
  const uint lane = LocalX();
  [[unroll]] for (uint p = 0; p < kTile; ++p) sums[p] = vec4(0.0);
  StartTile(TileIndex());
  if (kUniformSlices) {
    // A slice from a loop counter makes the pixels' addresses visibly uniform over a subgroup for compilers.
    for (uint slice = 0; slice < Slices(); ++slice) {
      if (slice == gl_LocalInvocationID.z) Accumulate(slice);
    }
  } else {
    Accumulate(Slices() == 1 ? 0 : gl_LocalInvocationID.z);
  }

  // Lanes beyond the last channel or pixel repeat the last ones and store nothing. No operand of the epilogue is then
  // read outside its tensor.
  const uint block = panel % panels * Lanes() + lane;
  const uint last_block = (outputs - 1) / 4;
  const uint end = block <= last_block ? end_pixel : 0;
  const uint output_in_group = min(block, last_block) * 4;
  const uint channel = panel / panels * outputs + output_in_group;
  const uint valid = min(4u, outputs - output_in_group);
  // Added last, as TFLite does: sums of many small terms keep their low bits.
  const vec4 offset = LoadVector_bias(panel * Lanes() + lane);
  const uint last_pixel = output_h * output_w - 1;
  const uint first_offset = first_pixel * OffsetIn(kAligned, output_c) + OffsetIn(kAligned, channel);
  const uint last_offset = last_pixel * OffsetIn(kAligned, output_c) + OffsetIn(kAligned, channel);
  [[unroll]] for (uint round = 0; round < Rounds(); ++round) {
    const uint p = PixelOf(round);
    const uint element = OutputOffset(p, first_offset, last_offset);
    const vec4 value = Epilogue(Total(round) + offset, kAligned, element, channel, valid);
#ifdef CONVERT_FLOAT16
    if (kResultFloat16) {
      if (Exists(p, end)) StoreFloat16_result(element, value);
      continue;
    }
#endif
    Put_result(kPaired, round, Exists(p, end), kAligned, element, valid, value);
  }
}
