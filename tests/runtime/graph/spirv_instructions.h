// SPIR-V modules as lists of instructions.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <utility>
#include <vector>

namespace litevk::gpu {

using Instruction = std::vector<uint32_t>;  // opcode and operands

inline std::vector<uint32_t> ModuleOf(const std::vector<Instruction>& instructions) {
  std::vector<uint32_t> words = {0x07230203, 0x00010300, 0, 100, 0};
  for (const Instruction& instruction : instructions) {
    words.push_back(static_cast<uint32_t>(instruction.size()) << 16 | instruction[0]);
    words.insert(words.end(), instruction.begin() + 1, instruction.end());
  }
  return words;
}

inline std::vector<Instruction> InstructionsOf(std::span<const uint32_t> words) {
  std::vector<Instruction> found;
  for (size_t at = 5; at < words.size(); at += words[at] >> 16) {
    Instruction instruction(words.begin() + static_cast<std::ptrdiff_t>(at),
                            words.begin() + static_cast<std::ptrdiff_t>(at + (words[at] >> 16)));
    instruction[0] &= 0xFFFF;
    found.push_back(std::move(instruction));
  }
  return found;
}

}  // namespace litevk::gpu
