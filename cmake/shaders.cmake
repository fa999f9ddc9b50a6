# GLSL to embedded SPIR-V: glslangValidator, spirv-val, spirv-opt, then tools/build/embed_shader.py, which
# writes the C++ class (SPIR-V words, Spec, Push, Bindings) that host code uses.
find_program(GLSLANG_VALIDATOR glslangValidator REQUIRED)
find_program(SPIRV_OPT spirv-opt REQUIRED)
find_program(SPIRV_VAL spirv-val REQUIRED)
# Without inlining: the epilogue is called once per step, and drivers inline it anyway after they have
# folded the specialization constants; inlined here, every module would be three times as large and slower
# to turn into a pipeline.
set(LITEVK_SPIRV_PASSES --eliminate-dead-branches --eliminate-dead-functions
    --eliminate-local-single-block --eliminate-local-single-store --ssa-rewrite
    --eliminate-dead-code-aggressive --simplify-instructions --redundancy-elimination --merge-blocks
    --eliminate-dead-inserts --compact-ids --strip-debug)
find_package(Python3 3.9 REQUIRED COMPONENTS Interpreter)

# A library with one generated class for every shaders/*.comp: conv_2d.comp becomes shaders::Conv2d in
# "shaders/conv_2d.h" (below the build folder's generated/).
function(litevk_add_shaders name)
  file(GLOB shaders CONFIGURE_DEPENDS "${CMAKE_CURRENT_SOURCE_DIR}/*.comp")
  set(out_dir "${PROJECT_BINARY_DIR}/generated/shaders")
  file(MAKE_DIRECTORY "${out_dir}")
  set(embed "${PROJECT_SOURCE_DIR}/tools/build/embed_shader.py")
  set(sources)
  foreach(shader IN LISTS shaders)
    cmake_path(GET shader STEM stem)
    set(base "${out_dir}/${stem}")
    add_custom_command(
      OUTPUT "${base}.h" "${base}.cc"
      COMMAND ${GLSLANG_VALIDATOR} --quiet -V --target-env vulkan1.1 "-I${CMAKE_CURRENT_SOURCE_DIR}"
              --depfile "${base}.d" -o "${base}.spv" "${shader}"
      COMMAND ${SPIRV_VAL} --target-env vulkan1.1 "${base}.spv"
      COMMAND ${SPIRV_OPT} ${LITEVK_SPIRV_PASSES} "${base}.spv" -o "${base}.opt.spv"
      COMMAND ${SPIRV_VAL} --target-env vulkan1.1 "${base}.opt.spv"
      COMMAND Python3::Interpreter "${embed}" --stem "${stem}" --reflect "${base}.spv"
              --embed "${base}.opt.spv" --header "${base}.h" --source "${base}.cc"
      DEPENDS "${shader}" "${embed}"
      DEPFILE "${base}.d"
      COMMENT "Shader ${stem}" VERBATIM)
    list(APPEND sources "${base}.h" "${base}.cc")
  endforeach()
  add_library(${name} STATIC ${sources})
  litevk_configure(${name})
  target_include_directories(${name} PUBLIC "${PROJECT_BINARY_DIR}/generated")
  target_link_libraries(${name} PUBLIC litevk_graph)
endfunction()
