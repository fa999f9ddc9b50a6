// Offsets of the pixels of an input that may lie in a wider tensor (delegate/views/image_strides.h), in elements. They are push
// constants, so that layers share pipelines.
#define IMAGE_STRIDES_PUSH uint source_image, source_row, source_pixel, source_first;
layout(constant_id = 52) const bool kSourceAligned = true;  // pixels begin with whole vec4s if channels are a multiple of 4
