// A one-dimensional dispatch that may be larger than the limit on the x count of workgroups: the host
// (FlatGroups) folds it into x and y. Workgroups are one-dimensional.
uint FlatInvocation() {
  return (gl_WorkGroupID.y * gl_NumWorkGroups.x + gl_WorkGroupID.x) * gl_WorkGroupSize.x +
         gl_LocalInvocationID.x;
}
