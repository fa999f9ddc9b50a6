// Specialization constants and push constants of conv/int8_windows.glsl. The input's strides count words, or values if not
// kSourceAligned.
layout(constant_id = 6) const bool kMayMiss = true;  // pixels may lie beside the image
layout(constant_id = 7) const uint kFilterH = 1;
layout(constant_id = 8) const uint kFilterW = 1;
layout(constant_id = 9) const uint kStrideH = 1;
layout(constant_id = 10) const uint kStrideW = 1;
layout(constant_id = 11) const uint kDilationH = 1;
layout(constant_id = 12) const uint kDilationW = 1;

#define INT8_WINDOWS_PUSH                                              \
  WINDOW_TILE_PUSH                                                     \
  int input_h, input_w;                                                \
  uint input_c;                                                        \
  uint source_image, source_row, source_pixel, source_first;           \
  uint last_value;    /* of the input */                              \
  uint output_h, output_w;                                             \
  uint blocks;         /* of four channels */                          \
  int pad_top, pad_left;
