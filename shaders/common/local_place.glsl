// Where an invocation stands in its workgroup. With PAIRS, where lanes of a subgroup exchange values, it goes by its
// place in the subgroup, as Vulkan does not say which invocations make one: neighbours in x are neighbours in a
// subgroup then. PAIRS requires full subgroups, which every device that uses these variants has
// (docs/design/stores.md). Include after the layout of the workgroup.
//
// With LANES the workgroup has one dim, and LANES of its invocations make a row of it: lavapipe makes a subgroup of
// invocations that differ in x alone, so a workgroup of fewer in x would leave the rest of each subgroup idle.
#ifdef PAIRS
#extension GL_KHR_shader_subgroup_basic : require
uint LocalIndex() { return gl_SubgroupID * gl_SubgroupSize + gl_SubgroupInvocationID; }
#else
uint LocalIndex() { return gl_LocalInvocationIndex; }
#endif
#ifdef LANES
uint LocalWidth() { return LANES; }
uint LocalHeight() { return gl_WorkGroupSize.x / LANES; }
#else
uint LocalWidth() { return gl_WorkGroupSize.x; }
uint LocalHeight() { return gl_WorkGroupSize.y; }
#endif
#if defined(PAIRS) || defined(LANES)
uint LocalX() { return LocalIndex() % LocalWidth(); }
uint LocalY() { return LocalIndex() / LocalWidth(); }
#else
uint LocalX() { return gl_LocalInvocationID.x; }
uint LocalY() { return gl_LocalInvocationID.y; }
#endif
