// Specialization constants and push constants of conv/int8_tile.glsl. The input's strides count values.
#include "common/image_strides.glsl"
layout(constant_id = 3) const uint kTile = 4;  // at most kMaxTile, a multiple of kSharers
layout(constant_id = 5) const bool kMayMiss = true;        // taps may lie beside the image
layout(constant_id = 6) const uint kFilterH = 1;
layout(constant_id = 7) const uint kFilterW = 1;
layout(constant_id = 8) const uint kStrideH = 1;
layout(constant_id = 9) const uint kStrideW = 1;
layout(constant_id = 10) const uint kDilationH = 1;
layout(constant_id = 11) const uint kDilationW = 1;
layout(constant_id = 12) const uint kStep = 1;  // quads per iteration; divides `quads` and kExactQuads
layout(constant_id = 13) const uint kExactQuads = 256;  // quads of inputs whose products a float sums exactly
layout(constant_id = 14) const bool kIsLong = false;    // a sum has more than kExactQuads quads
layout(constant_id = 18) const uint kQuadInputs = 4;    // inputs per quad; below 4 if a group has fewer inputs

#include "common/shared_pixels.glsl"

#define INT8_TILE_PUSH                                                   \
  uvec2 by_output_w, by_output_h;                                        \
  uint pixels;       /* of the output, in all rows and images */         \
  uint output_w, output_h;                                               \
  int input_h, input_w;                                                  \
  IMAGE_STRIDES_PUSH                                                     \
  uint group_inputs;   /* input channels of a group */                   \
  uint quads;          /* these by four, rounded up */                   \
  uint panels;         /* of a group */                                  \
  uint group_blocks;   /* output channels of a group by four, rounded up */ \
  uint last_word;      /* of the input, where it lies */                 \
  int pad_top, pad_left;
