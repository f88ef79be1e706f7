#pragma once
// Command-line arguments of Megatron-LM as people keep them: a bare list, a launch script, or the MODEL_ARGS
// of a YAML file.

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/json.h"
#include "core/base/result.h"
#include "core/model/shell_script.h"

namespace astrolabe::model {

/// Whether the text is a list of arguments or a script around one, by the names of those that size a model.
bool holds_arguments(std::string_view text);

/// The argument of a key of the family file `megatron`: "--num-layers" of "num_layers"; an argument stays
/// one.
std::string argument_of(std::string_view key);
/// The key of an argument: "num_layers" of "--num-layers".
std::string key_of_argument(std::string_view argument);

/// An argument that sizes the model ("--num-layers").
bool sizes_model(std::string_view argument);

struct LaunchArguments {
  /// "--num-layers": 32, "--swiglu": true, "--normalization": "RMSNorm". The last of repeated ones counts, as
  /// for Python's argparse. A value that cannot be known stays as it is written ("$TP").
  Json flags = Json::object();
  Json launcher = Json::object();  ///< those of the command that starts the program: "--nnodes": 4
  std::string program;             ///< "pretrain_gpt.py", empty where none is named
  std::string tokenizer;           ///< whose table gave the vocabulary
  std::vector<Error> unknown;      ///< of each argument that sizes the model and has no known value
  std::vector<ShellNote> notes;    ///< what was not read, by line and word
};

/// Reads the arguments of the command, or of the variable, that says most of the model. No command is run and
/// no file but those of `sourced` is read. `of_layout`: most of all arguments counts where none sizes a
/// model, and a list of lines without a command is one list.
LaunchArguments read_arguments(std::string_view text, const GivenValues& given = {},
                               const SourcedFile& sourced = {}, bool of_layout = false);

/// The arguments as keys of the family file `megatron` ("num_layers"), lists in full, with what the code that
/// --spec names adds. Errors: a --spec that the file does not know.
Result<Json> megatron_keys(const Json& flags);

/// The arguments as a list that reads as the same model.
std::string arguments_text(const Json& flags);

/// A list as Megatron-LM's arguments have it: "([0]*3+[1]*58)", "[0,1,1]"; nothing of another text.
std::optional<std::vector<std::int64_t>> argument_list(std::string_view text);

}  // namespace astrolabe::model
