#pragma once
// A model as a list of layers of declared kinds, read by a family file or by its keys alone: what it is made
// of and its exact counts. Whether it can be planned is another question (see read_config).

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "core/model/layers.h"
#include "core/model/model_reader.h"
#include "core/model/shell_script.h"

namespace astrolabe::model {

/// The blocks of one layer; layers that are alike share them.
struct LayerBlocks {
  BlockList mixer, channel, norms;
  /// Mixer and channel read the same input; where the family file does not say, one norm a layer tells it.
  std::optional<bool> parallel;
};

struct DescribedLayer {
  std::string stack;           ///< "enc", "dec"; empty where there is one stack
  std::string mixer, channel;  ///< the family file's names of the kinds; "*" is its only one
  std::shared_ptr<const LayerBlocks> blocks;
};

/// A stack of layers with what stands before and behind it: the text model, or a tower.
struct DescribedPart {
  std::string role;  ///< "text", "vision", "audio"
  std::string family;
  std::vector<DescribedLayer> layers;
  BlockList before, after, head, prediction;
  Json names;  ///< what the family calls its tensors (TensorNames); null where no file says
  std::int64_t hidden = 0, vocabulary = 0, max_sequence = 0;
  std::int64_t positions = 0;  ///< learned ones
  std::int64_t predicted = 0;  ///< modules of multi-token prediction
  bool tied = false;
  bool has_head = false;  ///< scores over the vocabulary, by a matrix of their own or the tied one
};

struct Description {
  std::string id, family;
  std::vector<DescribedPart> parts;  ///< the text model (or the only one) first, then its towers
  BlockList projector;
  /// Main model with its towers, ties once, without buffers and multi-token prediction.
  std::int64_t total = 0;
  std::int64_t active = 0;  ///< total less the experts that a token does not visit
  std::int64_t active_without_lookup = 0;
  std::int64_t prediction = 0;  ///< multi-token prediction
  std::int64_t buffers = 0;     ///< stored beside the parameters: correction biases
  std::vector<std::pair<std::string, std::int64_t>> part_totals;  ///< by role, where there are towers
  std::string pattern;                                            ///< the layers in short
  bool by_keys = false;                                           ///< no family file matched
  /// A size that the file leaves to its class though it states others; planning asks for it.
  std::optional<Error> open;
  std::string no_cost;  ///< what the family file names as without a cost, such as layers that run repeatedly
  std::vector<Field> fields;
};

/// Reads the text of a configuration. Errors: those of read_config(); a family that no file names and whose
/// keys leave something open; keys of experts, state spaces or towers that nothing reads.
Result<Description> describe_config(std::string_view text, const std::string& name,
                                    const EnteredValues& entered = {});
/// Reads a configuration that is parsed already, as describe_config() does its text.
Result<Description> describe(const Json& config, const std::string& name, const EnteredValues& entered = {});

/// Why `description` cannot be planned yet; nothing when it can.
std::optional<Error> uncosted(const Description& description);
/// An architecture with the sizes of a description and none of its tensors: what can be told of one that
/// cannot be planned.
Architecture sizes_of(const Description& description);
/// The architecture of a description that can be planned. `entered` may say how many tokens a tower works
/// through for each sequence ("vision_tokens", "audio_tokens").
Architecture to_architecture(const Description& description, const EnteredValues& entered = {});

/// What `inspect` shows of a model.
struct Inspection {
  std::optional<Description> description;
  std::optional<Architecture> architecture;  ///< absent where the model cannot be planned
  std::optional<Error> not_planned;          ///< why it is absent
};
/// Reads the text of a configuration, or of a launch script. Errors: those of read_config() other than that a
/// kind of layer has no cost.
Result<Inspection> inspect_config(std::string_view text, const std::string& name,
                                  const EnteredValues& entered = {});
/// The architecture of what was read, or why there is none.
Result<Architecture> planned(Result<Inspection> inspection);
/// Reads a model as read_model() does, with its description; `given` are variables and positions of a launch
/// script. Errors: those of read_model() other than that a kind of layer has no cost.
Result<Inspection> inspect_model(const std::string& where, const EnteredValues& entered = {},
                                 const GivenValues& given = {});

}  // namespace astrolabe::model
