// The operators that users have brought, and the choice of the nodes that are theirs.
#pragma once

#include <map>
#include <memory>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "delegate/lower/custom_op.h"
#include "runtime/ir/graph.h"

namespace litevk {

class CustomOps {
 public:
  // Adds an operator, which goes before those that were added earlier.
  void Add(std::shared_ptr<const CustomOp> op) { ops_.push_back(std::move(op)); }
  const std::vector<std::shared_ptr<const CustomOp>>& ops() const { return ops_; }
  void Remove(const std::shared_ptr<const CustomOp>& op) { std::erase(ops_, std::shared_ptr(op)); }
  // Says why an operator of that name cannot be used.
  void Refuse(const std::string& name, std::string why) { refused_[name] = std::move(why); }

  // Sets ir::Node::custom_op of each node whose name and version an operator has. Among several it takes the
  // one that takes the types of the node's tensors, if there is one.
  void Resolve(ir::Graph& graph) const;
  // Returns the reason that Refuse gave last for the name; empty if it gave none.
  std::string_view WhyNot(const std::string& name) const;

 private:
  std::shared_ptr<const CustomOp> Find(const ir::Graph& graph, const ir::Node& node) const;

  std::vector<std::shared_ptr<const CustomOp>> ops_;
  std::map<std::string, std::string> refused_;  // by name
};

}  // namespace litevk
