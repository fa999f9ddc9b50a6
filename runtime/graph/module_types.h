// The types, constants and decorations of a SPIR-V module, by result id. module_interface.cc uses them to
// examine variables.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <unordered_map>
#include <vector>

namespace litevk::gpu {

// Numbers of decorations (SPIR-V 1.3 specification, 3.20).
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

// Returns word `index` of an instruction, 0 if it has fewer.
inline uint32_t WordAt(std::span<const uint32_t> words, size_t index) {
  return index < words.size() ? words[index] : 0;
}

class ModuleTypes {
 public:
  // Records an instruction that defines or decorates a type or a constant. Called in the module's order, so
  // that operands are known.
  void Take(std::span<const uint32_t> words);

  // Returns the type that a pointer type points to; 0 for other types.
  uint32_t Pointee(uint32_t pointer) const;
  bool IsStruct(uint32_t type) const { return members_.contains(type); }
  // Returns the size in bytes; 0 for a type without a fixed size.
  uint32_t SizeOf(uint32_t type) const;
  std::optional<uint32_t> Find(uint32_t id, Decoration what) const;
  // True if a variable of the type is read-only.
  bool IsReadonly(uint32_t variable, uint32_t type) const;
  // Returns the constant that overrides the size of workgroups, with the defaults of specialization
  // constants.
  std::optional<std::array<uint32_t, 3>> WorkgroupSize() const;

 private:
  void TakeType(uint32_t op, std::span<const uint32_t> words);
  uint32_t StructSize(uint32_t id, std::span<const uint32_t> members) const;
  std::optional<uint32_t> FindOfMember(uint32_t id, uint32_t member, Decoration what) const;
  uint32_t ConstantOf(uint32_t id) const;

  std::unordered_map<uint32_t, uint32_t> sizes_;
  std::unordered_map<uint32_t, uint32_t> columns_;  // number of columns of each matrix type
  std::unordered_map<uint32_t, size_t> members_;    // number of members of each struct type
  std::unordered_map<uint32_t, uint32_t> pointees_;
  std::unordered_map<uint32_t, uint32_t> constants_;
  std::unordered_map<uint32_t, std::vector<uint32_t>> composites_;
  // Decorations by id and decoration. Those of members have a map by member.
  std::unordered_map<uint64_t, uint32_t> decorations_;
  std::unordered_map<uint64_t, std::unordered_map<uint32_t, uint32_t>> member_decorations_;
  uint32_t workgroup_size_ = 0;
};

}  // namespace litevk::gpu
