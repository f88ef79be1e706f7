#pragma once
// A distributed program as lines to read: layers that are alike stand once, as a loop.

#include <string>
#include <vector>

#include "core/plan/program_report.h"

namespace astrolabe::plan {

struct ProgramLine {
  int depth = 0;     ///< in a loop over layers: 1
  std::string text;  ///< "attention.qkv = contract(attention.norm, attention.qkv.weight)"; loops end with ':'
  std::string comment;  ///< how the result lies on the devices; empty: whole on each
  Seconds length;       ///< of one run, in one layer
  int event = -1;       ///< of the report: what takes time; the first layer's
  bool heads = false;   ///< no instruction: a phase or a loop
};

/// The program of the stage that is shown, forward, backward and optimizer. Loads are left out; numbers are
/// left out of the names in loops.
std::vector<ProgramLine> program_lines(const ProgramReport& report);

/// `lines` as one text, loops indented, the comment of a line behind it.
std::string lines_text(const std::vector<ProgramLine>& lines);

}  // namespace astrolabe::plan
