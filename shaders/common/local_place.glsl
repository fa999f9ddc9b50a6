// Where an invocation stands in its workgroup. With PAIRS, where lanes of a subgroup exchange values, it goes by its place
// in the subgroup, as Vulkan does not say which invocations make one: neighbours in x are neighbours in a subgroup then.
// That takes subgroups that are full, which those of the devices that these variants are for are
// (docs/design/stores.md). Include after the layout of the workgroup.
#ifdef PAIRS
#extension GL_KHR_shader_subgroup_basic : require
uint LocalIndex() { return gl_SubgroupID * gl_SubgroupSize + gl_SubgroupInvocationID; }
uint LocalX() { return LocalIndex() % gl_WorkGroupSize.x; }
uint LocalY() { return LocalIndex() / gl_WorkGroupSize.x; }
#else
uint LocalX() { return gl_LocalInvocationID.x; }
uint LocalY() { return gl_LocalInvocationID.y; }
#endif
