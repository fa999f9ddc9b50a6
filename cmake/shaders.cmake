# Compiles GLSL to embedded SPIR-V. The steps are glslangValidator, spirv-val, spirv-opt and
# tools/build/embed_shader.py. The last one writes the C++ class (SPIR-V words, Spec, Push, Bindings) that host code
# uses.
find_program(GLSLANG_VALIDATOR glslangValidator REQUIRED)
find_program(SPIRV_OPT spirv-opt REQUIRED)
find_program(SPIRV_VAL spirv-val REQUIRED)
# Omits inlining. The epilogue is called once per step, and drivers inline it anyway after folding the specialization
# constants. Inlined here, every module would be three times as large and slower to turn into a pipeline.
#
# The passes from --unify-const on remove what --redundancy-elimination leaves unused.
set(LITEVK_SPIRV_PASSES --eliminate-dead-branches --eliminate-dead-functions
    --eliminate-local-single-block --eliminate-local-single-store --ssa-rewrite
    --eliminate-dead-code-aggressive --simplify-instructions --redundancy-elimination --merge-blocks
    --eliminate-dead-inserts --unify-const --eliminate-dead-code-aggressive --compact-ids --strip-debug)
find_package(Python3 3.9 REQUIRED COMPONENTS Interpreter)

# Generates GLSL from the rows of elementwise operators: <script> <rows> writes <glsl>.
set(LITEVK_GLSL_DIR "${PROJECT_BINARY_DIR}/generated/glsl")
file(MAKE_DIRECTORY "${LITEVK_GLSL_DIR}")
set(LITEVK_GENERATED_GLSL)
function(litevk_generate_glsl script rows glsl)
  set(script "${PROJECT_SOURCE_DIR}/tools/build/${script}")
  set(rows "${PROJECT_SOURCE_DIR}/${rows}")
  set(glsl "${LITEVK_GLSL_DIR}/${glsl}")
  add_custom_command(OUTPUT "${glsl}" COMMAND Python3::Interpreter "${script}" "${rows}" "${glsl}"
                     DEPENDS "${script}" "${rows}" COMMENT "${glsl}" VERBATIM)
  set(LITEVK_GENERATED_GLSL "${LITEVK_GENERATED_GLSL};${glsl}" PARENT_SCOPE)
endfunction()

# Adds a library with one generated class for every shader of the folder and of those below it. The shader conv/conv_2d.comp
# becomes shaders::Conv2d in "shaders/conv/conv_2d.h", below the build folder's generated/. A line "// Variant texels: TEXELS
# SHARED" in a shader compiles it once more with these macros. The class's kModules has it by its key (gpu::Variant).
function(litevk_add_shaders name)
  file(GLOB shaders CONFIGURE_DEPENDS "${CMAKE_CURRENT_SOURCE_DIR}/*.comp" "${CMAKE_CURRENT_SOURCE_DIR}/*/*.comp")
  set(out_dir "${PROJECT_BINARY_DIR}/generated/shaders")
  set(embed "${PROJECT_SOURCE_DIR}/tools/build/embed_shader.py")
  set(embed_modules "${PROJECT_SOURCE_DIR}/tools/build/shader_variants.py"
                    "${PROJECT_SOURCE_DIR}/tools/build/shader_module.py")
  set(sources)
  foreach(shader IN LISTS shaders)
    cmake_path(RELATIVE_PATH shader BASE_DIRECTORY "${CMAKE_CURRENT_SOURCE_DIR}" OUTPUT_VARIABLE path)
    cmake_path(REMOVE_EXTENSION path)
    set(base "${out_dir}/${path}")
    cmake_path(GET base PARENT_PATH folder)
    file(MAKE_DIRECTORY "${folder}")
    set(modules)
    litevk_add_spirv("${shader}" "${base}" "")
    list(APPEND modules "${base}.opt.spv")
    set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS "${shader}")
    file(STRINGS "${shader}" lines REGEX "^// Variant [a-z0-9_]+: [A-Z0-9_ ]+$")
    foreach(line IN LISTS lines)
      string(REGEX MATCH "^// Variant ([a-z0-9_]+): (.+)$" line "${line}")
      set(variant "${CMAKE_MATCH_1}")
      string(REPLACE " " ";" macros "${CMAKE_MATCH_2}")
      list(TRANSFORM macros PREPEND "-D")
      litevk_add_spirv("${shader}" "${base}.${variant}" "${macros}")
      list(APPEND modules "${base}.${variant}.opt.spv")
    endforeach()
    add_custom_command(
      OUTPUT "${base}.h" "${base}.cc"
      COMMAND Python3::Interpreter "${embed}" --path "${path}" --shader "${shader}" --base "${base}" --header "${base}.h"
              --source "${base}.cc"
      DEPENDS "${embed}" ${embed_modules} "${shader}" ${modules} VERBATIM)
    list(APPEND sources "${base}.h" "${base}.cc")
  endforeach()
  add_library(${name} STATIC ${sources})
  litevk_configure(${name})
  target_include_directories(${name} PUBLIC "${PROJECT_BINARY_DIR}/generated")
  target_link_libraries(${name} PUBLIC litevk_graph)
endfunction()

# Builds <base>.spv and, optimised, <base>.opt.spv; validates both.
function(litevk_add_spirv shader base macros)
  cmake_path(GET base FILENAME module)
  add_custom_command(
    OUTPUT "${base}.spv" "${base}.opt.spv"
    COMMAND ${GLSLANG_VALIDATOR} --quiet -V --target-env vulkan1.1 "-I${CMAKE_CURRENT_SOURCE_DIR}" "-I${LITEVK_GLSL_DIR}" ${macros}
            --depfile "${base}.d" -o "${base}.spv" "${shader}"
    COMMAND ${SPIRV_VAL} --target-env vulkan1.1 "${base}.spv"
    COMMAND ${SPIRV_OPT} ${LITEVK_SPIRV_PASSES} "${base}.spv" -o "${base}.opt.spv"
    COMMAND ${SPIRV_VAL} --target-env vulkan1.1 "${base}.opt.spv"
    DEPENDS "${shader}" ${LITEVK_GENERATED_GLSL}
    DEPFILE "${base}.d"
    COMMENT "Shader ${module}" VERBATIM)
endfunction()
