// Rows of a wider tensor (delegate/lower/row_view.h), of which an output may be: every element of it has a place there. Stores
// find it, so that what computes places knows nothing of it. Their numbers are data, so that layers share pipelines.
#ifndef RESULT_ROWS
#define RESULT_ROWS
uint PlaceIn(bool aligned, uint element) { return aligned ? element / 4 : element; }

layout(constant_id = 50) const bool kResultRows = false;
layout(constant_id = 51) const bool kResultAligned = true;  // rows begin and end with whole vec4s

// The output's. x: elements of a row, y: from row to row, z: of the first row, w: columns that have values. Set by
// Epilogue(), or where that is not called by the shader, before anything is stored.
uvec4 result_rows;

// Where an element of the dense tensor is, counted in vec4s when `whole`. A division that few dispatches have to make. A
// macro, as modules are not inlined (docs/SHADERS.md) and parameters are copies.
#define PLACE_IN_ROWS(whole, element, rows) \
  PlaceIn(whole, rows.z + (element) + (element) / rows.x * (rows.y - rows.x))
#endif
