// Offsets into a tensor by two walks of at most four dims: over the dims that are kept and over those that are reduced. The
// shader declares the push constants.
uint KeptOffset(const uint index) {
  const uint outer = index / kept_size[0];
  const uint outermost = outer / kept_size[1];
  const uint offset = index % kept_size[0] * kept_stride[0] + outer % kept_size[1] * kept_stride[1];
  return offset + outermost % kept_size[2] * kept_stride[2] + outermost / kept_size[2] * kept_stride[3];
}

uint ReducedOffset(const uint index) {
  const uint outer = index / reduced_size[0];
  const uint outermost = outer / reduced_size[1];
  const uint offset = index % reduced_size[0] * reduced_stride[0] + outer % reduced_size[1] * reduced_stride[1];
  return offset + outermost % reduced_size[2] * reduced_stride[2] + outermost / reduced_size[2] * reduced_stride[3];
}
