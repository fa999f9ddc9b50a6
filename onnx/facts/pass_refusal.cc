#include "onnx/facts/pass_refusal.h"

namespace litevk::to_onnx {

std::string RefusalText(const std::vector<PassRefusal>& refusals) {
  std::string text;
  for (const PassRefusal& refusal : refusals) {
    if (!text.empty()) text += "\n";
    text += std::string(refusal.pass) + ": ";
    if (refusal.node) text += "node " + std::to_string(*refusal.node) + " ";
    text += refusal.op + ": " + refusal.reason;
  }
  return text;
}

}  // namespace litevk::to_onnx
