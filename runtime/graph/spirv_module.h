// A SPIR-V module as functions of blocks. All words are views of the module's own.
#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>
#include <vector>

#include "runtime/graph/spirv_ops.h"

namespace litevk::gpu::spirv {

struct Block {
  uint32_t label = 0;
  std::vector<Words> code;  // after the label, up to the instruction that ends the block
};

struct Parameter {
  Words words;
  bool is_pointer = false;
  bool is_only_read = false;  // only loaded as a whole through the pointer

  uint32_t id() const { return words[2]; }
};

struct Function {
  Words head;
  std::vector<Parameter> parameters;
  std::vector<Block> blocks;
  // Indices of blocks. Each follows its predecessors, except for back edges of loops.
  std::vector<size_t> order;
  std::vector<size_t> rank;          // position of each block in the order
  std::map<uint32_t, size_t> index;  // indices of blocks by label

  uint32_t id() const { return head[2]; }
};

struct Module {
  Words header;
  std::vector<Words> globals;  // instructions before the functions
  std::map<uint32_t, Function> functions;
};

// Returns nothing if a function has an unknown instruction (IsKnown), or the module ends within one.
std::optional<Module> ReadModule(Words words);

}  // namespace litevk::gpu::spirv
