// Where the pixels of an input begin (delegate/views/image_strides.h), which may lie in a wider tensor. In elements, as data,
// so that layers share pipelines.
#define IMAGE_STRIDES_PUSH uint source_image, source_row, source_pixel, source_first;
layout(constant_id = 52) const bool kSourceAligned = true;  // where channels are a multiple of 4, pixels begin with whole vec4s
