// Everything that a file of runtime/opset/ops includes to define its record, `extern const OpInfo
// kOpInfo_<stem>`. op_records.h declares all records for their readers. A record does not include it, so that
// a new operator does not recompile the others.
#pragma once

#include "runtime/opset/op_info.h"
#include "runtime/opset/options_reader.h"
#include "runtime/opset/version_rules.h"
#include "runtime/tflite/builtin_ops.h"
#include "runtime/tflite/builtin_params.h"
