#pragma once
// A fleet with all that a start of it needs, and its servers: what one command starts.

#include <optional>
#include <string>
#include <vector>

#include "core/deploy/fleet.h"
#include "core/exports/server_places.h"
#include "core/serving/question.h"

namespace astrolabe::exports {

/// A pool as exports see it.
struct ServedPool {
  std::string id, gpu, vendor;
  int gpus_per_node = 1;
  std::optional<serving::Question> question;  ///< what it is asked; none: it cannot serve the model
};

struct ServedFleet {
  std::string plan;            ///< its name
  std::string version;         ///< of this program; "": not told
  std::string model;           ///< its name
  bool drafts_itself = false;  ///< the model has layers that predict further tokens (MTP)
  int positions = 0;           ///< the longest sequence that it states; 0: none
  deploy::Fleet fleet;
  serving::ServeJob job;
  std::vector<ServedPool> pools;  ///< in the order of the cluster
};

/// What a server works at: whole requests, prompts alone, or answers alone.
enum class Role { whole, prefill, decode };
const char* to_string(Role role);

/// Equal copies of one worker that are started by one command each.
struct Server {
  std::string name;  ///< of a group and its part: "h100", "h100-2", "h100-decode"
  Role role = Role::whole;
  serving::Worker worker;  ///< with the numbers that the engine would take where it states none
  int copies = 1;
  double share = 1.0;             ///< of all requests that its group gets
  std::vector<CopyPlace> places;  ///< of its copies
  const ServedPool* pool = nullptr;
  serving::DataType weights = serving::DataType::bf16, cache = serving::DataType::bf16;
  double memory_share = 0.9;
  double kv_bytes = 0.0;         ///< of a rank for keys and values; 0: not known
  bool mixture = false;          ///< the model has experts
  bool reuses_prefixes = false;  ///< prompts share what is in the cache
  std::optional<int> longest;    ///< prompt and answer; none: the traffic has no end to it
  int nodes() const;             ///< machines that one copy takes
  int copies_a_node() const;     ///< 1 where a copy takes a machine or more
  int gpus_a_node() const;       ///< of a copy
  /// Where the GPUs of all copies begin on their machines, if everywhere at the same one.
  std::optional<int> only_first_gpu() const;
  int machines() const;  ///< of all copies
};

/// The servers of a fleet, group by group, prefill before decode. Errors: out_of_range where requests are
/// longer than the model's positions or where a copy does not fill its machines evenly; unknown_pool.
Result<std::vector<Server>> servers_of(const ServedFleet& served);

}  // namespace astrolabe::exports
