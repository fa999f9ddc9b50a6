// Identifies the operator that repeats the subgraphs that it calls (OpInfo::called_subgraphs).
#pragma once

namespace litevk {

// True if the operator's nodes run their second subgraph for as long as the first one returns true. Defined
// beside the record of that operator.
bool IsLoop(int op_code);

}  // namespace litevk
