// The types, constants and decorations of a SPIR-V module, by result id: what module_interface.cc asks about
// its variables.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <unordered_map>
#include <vector>

namespace litevk::gpu {

// SPIR-V 1.3 specification, 3.20.
enum class Decoration : uint32_t {
  kBufferBlock = 3,
  kArrayStride = 6,
  kMatrixStride = 7,
  kBuiltIn = 11,
  kNonWritable = 24,
  kBinding = 33,
  kDescriptorSet = 34,
  kOffset = 35,
};

// Word `index` of an instruction, 0 where it has fewer.
inline uint32_t WordAt(std::span<const uint32_t> words, size_t index) {
  return index < words.size() ? words[index] : 0;
}

class ModuleTypes {
 public:
  // Takes an instruction in if it defines or decorates a type or a constant. In the module's order: what an
  // instruction refers to stands before it.
  void Take(std::span<const uint32_t> words);

  // What a pointer type points to; 0 where it is none.
  uint32_t Pointee(uint32_t pointer) const;
  bool IsStruct(uint32_t type) const { return members_.contains(type); }
  // In bytes; 0 where it has no end.
  uint32_t SizeOf(uint32_t type) const;
  std::optional<uint32_t> Find(uint32_t id, Decoration what) const;
  // Whether a variable of the type may only be read.
  bool IsReadonly(uint32_t variable, uint32_t type) const;
  // The constant that overrides the size of workgroups, specialization constants with their defaults.
  std::optional<std::array<uint32_t, 3>> WorkgroupSize() const;

 private:
  void TakeType(uint32_t op, std::span<const uint32_t> words);
  uint32_t StructSize(uint32_t id, std::span<const uint32_t> members) const;
  std::optional<uint32_t> FindOfMember(uint32_t id, uint32_t member, Decoration what) const;
  uint32_t ConstantOf(uint32_t id) const;

  std::unordered_map<uint32_t, uint32_t> sizes_;
  std::unordered_map<uint32_t, uint32_t> columns_;  // of a matrix
  std::unordered_map<uint32_t, size_t> members_;    // of a struct
  std::unordered_map<uint32_t, uint32_t> pointees_;
  std::unordered_map<uint32_t, uint32_t> constants_;
  std::unordered_map<uint32_t, std::vector<uint32_t>> composites_;
  // By id and decoration; of members by member, in turn.
  std::unordered_map<uint64_t, uint32_t> decorations_;
  std::unordered_map<uint64_t, std::unordered_map<uint32_t, uint32_t>> member_decorations_;
  uint32_t workgroup_size_ = 0;
};

}  // namespace litevk::gpu
