// Converts integers to the nearest floats, as a processor rounds them: the parts are exact, and their sum is
// rounded once.
vec4 FloatsOf(const ivec4 v) {
  precise const vec4 rounded = vec4(v & 0xFFFF0000) + vec4(v & 0xFFFF);
  return rounded;
}
