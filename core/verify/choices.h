#pragma once
// The certificate of a question whose marks leave a choice of nodes: those of all choices behind each other.
//
// GPUs that are slow or failed leave several numbers of nodes, whole or as many GPUs of each, that strategies
// may use, each a problem of its own whose GPUs are as slow as the slowest of these. Each has a certificate
// of its own; together they cover the question. Which there must be is worked out here from the marks, by
// counting nodes; the search has its own way (hardware::usable_choices()).

#include <string>
#include <string_view>
#include <vector>

#include "core/base/json.h"
#include "core/base/result.h"
#include "core/hardware/cluster.h"
#include "core/verify/certificate.h"
#include "core/verify/question.h"
#include "core/verify/verify.h"

namespace astrolabe::verify {

/// What each marked pool may use, by pool; every combination of them is a choice. Empty where a limit on the
/// GPUs of several pools together leaves open what a choice is.
std::vector<Chosen> all_choices(const hardware::Cluster& cluster);
/// What is chosen in a cluster: the GPUs of each marked pool.
Chosen chosen_in(const hardware::Cluster& cluster);

/// True for a file that begins as encode_choices() has it, whatever else is wrong with it.
bool is_choices_certificate(std::string_view bytes);
/// One file of the certificates of all choices, each as encode() has it with its choice in its question.
std::string encode_choices(const std::vector<std::string>& certificates);
/// The certificates in a file. Errors: not_a_certificate, damaged_certificate.
Result<std::vector<std::string_view>> parts_of(std::string_view bytes);

struct ChoicesFinding {
  bool accepted = false;
  std::string reason;  ///< plain English, of a refusal
  /// The question, its goal, and the answers of all choices as one: what is proven.
  Certificate claims;
  Question question;
  std::vector<Finding> parts;              ///< of each choice
  std::vector<Json> among;                 ///< GPUs of it by pool
  std::vector<std::string> told;           ///< the same in words: "among 24 of the 32 GPUs of h "
  bool slow = false;                       ///< some choice has slow GPUs
  Count configurations, rejected_by_rule;  ///< of all choices together
  std::uint64_t nodes = 0;
};

/// Each certificate is checked against its own problem; all are of one question and goal, and of every choice
/// that the marks leave, each once. What is claimed together: beside the answers that are told no strategy of
/// any choice beats the last of them. Errors: those of open(), read_question() and problem_of().
Result<ChoicesFinding> check_choices(std::string_view bytes);

}  // namespace astrolabe::verify
