#pragma once
// What `shard` does beside synthesis: reads ONNX, proves the program by execution, writes it for others.

#include <optional>
#include <stop_token>
#include <vector>

#include "app/cli/command.h"
#include "core/exports/shard_files.h"

namespace astrolabe::cli {

struct ShardExtras {
  std::string onnx, mutate, text, pytorch;
  std::vector<std::string> dims;  ///< "sequence=128"
  bool verify = false;

  void addTo(CLI::App& command);
  /// Before the search: numbers are numbers, outputs can be written. Errors: AST-U501, AST-F404.
  [[nodiscard]] Result<void> check() const;
  /// Forward graph of `onnx`. Errors: those of read_onnx_file().
  [[nodiscard]] Result<spmd::Graph> readGraph(std::int64_t batch) const;
  /// Whether prove() has anything to do.
  [[nodiscard]] bool proves() const { return verify || !mutate.empty(); }
  /// Writes what was asked for, for devices on these machines (none: not known). Errors: those of
  /// pytorch_script(), AST-F404.
  [[nodiscard]] Result<void> write(const plan::ShardAnswer& answer,
                                   const std::vector<exports::Machine>& machines) const;
  /// Executes the program on small tensors drawn from the seed of `common`, with a fault when one is asked
  /// for. `json` receives "verified"; `told` sentences. The status: Done, Defect where a claim did not hold,
  /// or StoppedEarly. Errors: those of prove().
  Result<int> prove(const plan::ShardAnswer& answer, const Common& common, const std::stop_token& stop,
                    Json& json, QString& told) const;
};

}  // namespace astrolabe::cli
