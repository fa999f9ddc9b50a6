// A module of SPIR-V as its functions and their blocks. All words are views of the module's own.
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
  std::vector<Words> code;  // behind the label, up to what ends the block
};

struct Parameter {
  Words words;
  bool is_pointer = false;
  bool is_only_read = false;  // nothing but whole loads of what it points to

  uint32_t id() const { return words[2]; }
};

struct Function {
  Words head;
  std::vector<Parameter> parameters;
  std::vector<Block> blocks;
  // Indices of blocks: each behind those that come before it on a way from the first one, but for the ends of
  // loops.
  std::vector<size_t> order;
  std::vector<size_t> rank;          // of each block in the order
  std::map<uint32_t, size_t> index;  // of a block, by its label

  uint32_t id() const { return head[2]; }
};

struct Module {
  Words header;
  std::vector<Words> globals;  // what stands before the functions
  std::map<uint32_t, Function> functions;
};

// Empty where a function has an instruction that is not known (IsKnown), or the module ends within one.
std::optional<Module> ReadModule(Words words);

}  // namespace litevk::gpu::spirv
