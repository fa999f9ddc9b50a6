// What a shader can do for the host, as far as its constants, push constants and bindings tell.
#pragma once

namespace litevk::gpu {

// Emitted by tools/build/embed_shader.py, whose TRAITS say by which names a shader has which of them.
struct ShaderTraits {
  bool has_epilogue = false;       // runs steps before it stores (shaders/common/epilogue.glsl)
  bool pushes_rows = false;        // takes the numbers of rows as push constants
  bool finds_result_rows = false;  // stores into rows of a wider tensor (shaders/common/result_rows.glsl)
  bool finds_binding_rows =
      false;                      // likewise, by constants of each binding (shaders/common/binding_rows.glsl)
  bool converts_float16 = false;  // loads and stores float32 tensors that are stored as float16
  bool pairs_stores = false;      // lanes may store in pairs (Put_ of shaders/common/tensor.glsl)
};

}  // namespace litevk::gpu
