// astrolabe-verify: checks the certificate that astrolabe-cli plan --certificate wrote.
#include <fmt/format.h>
#include <sys/resource.h>
#include <unistd.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <chrono>
#include <cmath>
#include <csignal>
#include <exception>
#include <iostream>
#include <new>
#include <string_view>
#include <system_error>

#include "core/base/error_codes.h"
#include "core/base/file_read.h"
#include "core/base/json.h"
#include "core/base/quoting.h"
#include "core/base/text.h"
#include "core/verify/choices.h"
#include "core/verify/groups.h"
#include "core/verify/question.h"
#include "core/verify/verify.h"

namespace {

using namespace astrolabe;

enum ExitStatus { Proven = 0, Refused = 1, BadInput = 2, Defect = 4 };

/// Bytes that a check may take, and further ones for each byte of the file. Proofs that were measured stay
/// below half (core/verify/certificates.md).
constexpr std::uint64_t kMemory = std::uint64_t{240} << 20U, kMemoryOfByte = 1024;

/// What a file of this size may make the program take; more fails as std::bad_alloc. Without effect where the
/// system has no such limit, and under a sanitizer, whose shadow is counted with it.
std::uint64_t limitMemory(std::size_t bytes) {
  const std::uint64_t most = kMemory + bytes * kMemoryOfByte;
#if !defined(__SANITIZE_ADDRESS__) && !defined(__SANITIZE_THREAD__)
  rlimit limit{};
  if (::getrlimit(RLIMIT_DATA, &limit) == 0 && limit.rlim_cur > most) {
    limit.rlim_cur = most;
    ::setrlimit(RLIMIT_DATA, &limit);
  }
#endif
  return most;
}

/// Seconds of processor time that a check may take, further ones for each byte of the file, and the most of
/// any file. Proofs that were measured stay below a quarter (core/verify/certificates.md).
constexpr double kSeconds = 60.0, kSecondsOfByte = 2e-3, kMostSeconds = kSecondsPerHour;

/// What is printed where the time is over: made before, since a handler of signals makes no text.
std::string beyondTime;

void sayBeyondTime(int) {
  const char* left = beyondTime.data();
  std::size_t size = beyondTime.size();
  while (size > 0) {
    const ssize_t written = ::write(STDOUT_FILENO, left, size);
    if (written <= 0) break;
    left += written;
    size -= static_cast<std::size_t>(written);
  }
  ::_exit(Refused);
}

/// Nothing was found out: no defect of the program, and no proof.
std::string refusalText(const std::string& reason, bool json) {
  if (json) return text_of(Json{{"accepted", false}, {"reason", reason}}, 2) + '\n';
  return "Refused: " + one_line(reason) + ".\n";
}

/// Seconds to a thousandth.
std::string to_thousandth(double seconds) { return format_number(std::round(seconds * 1e3) / 1e3); }

/// Ends the program with that refusal once it has worked for so many seconds, 0 for what a file of this size
/// may take, in whatever part of the check it is then.
void limitTime(std::size_t bytes, double wanted, bool json) {
  const double allowed = std::min(kMostSeconds, kSeconds + static_cast<double>(bytes) * kSecondsOfByte);
  const double most = std::ceil(wanted > 0.0 ? wanted : allowed);
  beyondTime = refusalText(
      fmt::format("to check it takes more than {} s of processor time, {}; --time-limit S allows more",
                  static_cast<long>(most),
                  wanted > 0.0 ? "as many as were allowed" : "as many as a file of its size may take"),
      json);
  std::signal(SIGXCPU, sayBeyondTime);
  rlimit limit{};
  if (::getrlimit(RLIMIT_CPU, &limit) != 0) return;
  limit.rlim_cur = std::min(limit.rlim_max, static_cast<rlim_t>(most));
  ::setrlimit(RLIMIT_CPU, &limit);
}

/// One sentence: what, where, and what would be right.
int unreadable(Error error, const std::string& path, bool json) {
  if (error.file.empty()) error.file = path;
  if (json) {
    std::cout << text_of(error_json(error), 2) << '\n';
    return BadInput;
  }
  std::cerr << one_line(error.file + ": " + (error.where.empty() ? "" : error.where + ": ") + "found " +
                        error.found + "; wanted " + to_text(error.wanted) + " (" + error.code + ")")
            << '\n';
  return BadInput;
}

/// Our own mistake: said so.
int defect(const char* what, bool json) {
  const Error error{std::string(code::defect), "astrolabe-verify", "the program", what, {}};
  if (json)
    std::cout << text_of(error_json(error), 2) << std::endl;
  else
    std::cerr << "astrolabe-verify stopped by an internal error: " << what << ". If it stays, report it with "
              << "this code (" << error.code << ")\n";
  return Defect;
}

std::string claim(const verify::Certificate& certificate) {
  if (!certificate.feasible()) return "no strategy fits";
  const verify::Incumbent& last = certificate.incumbents.back();
  const std::size_t places = certificate.incumbents.size();
  const std::string other =
      places == 1 ? "no strategy " : "beside the first " + std::to_string(places) + " no strategy ";
  switch (certificate.objective) {
    case strategy::Objective::throughput:
      return other + "has a step below " + format_number(last.step) + " s";
    case strategy::Objective::money:
      return other + "has a step that costs less than " + format_number(last.usd / kSecondsPerHour) + " USD";
    case strategy::Objective::gpus:
      return other + "takes fewer than " + std::to_string(last.gpus) +
             " GPUs in whole units, or as many with a step below " + format_number(last.step) + " s";
    case strategy::Objective::pareto:
      break;
  }
  return "no strategy is faster or cheaper than the " + std::to_string(places) +
         " of the set without being dearer or slower than one of them";
}

/// A number, in digits where JSON readers would round it.
Json number(const verify::Count& count) {
  if (const auto small = count.small()) return *small;
  return count.text();
}

/// What was asked, in one line: whoever reads the claim sees of which question it is.
std::string asked(const verify::Question& question) {
  std::string text = question.model_name + " on";
  for (std::size_t i = 0; i < question.cluster.pools.size(); ++i)
    text += fmt::format("{} {}", i == 0 ? "" : ",", question.cluster.pools[i].id);
  const strategy::Job& job = question.job;
  text += fmt::format("; {} sequences of {} tokens, {}", job.global_batch, job.sequence_length,
                      hardware::to_string(job.precision));
  const strategy::Limits& limits = job.limits;
  std::vector<std::string> own;
  if (limits != limits.of_memory_alone()) own.emplace_back("limits");
  if (!job.allowed.empty()) own.emplace_back("settings that are fixed or narrowed");
  if (!job.rules.empty()) own.emplace_back("rules");
  if (!question.own_types.empty()) own.emplace_back("types of GPUs or nodes");
  if (!question.catalogue.empty()) own.emplace_back("rows of the catalogue");
  if (question.coefficients) own.emplace_back("constants");
  for (std::size_t i = 0; i < own.size(); ++i)
    text += (i == 0 ? "; with its own " : i + 1 == own.size() ? " and " : ", ") + own[i];
  return text;
}

int verdict(const verify::Finding& finding, const verify::Certificate& certificate,
            const verify::Question& question, const strategy::Problem& problem, double seconds, bool json) {
  if (json) {
    Json answer = {{"accepted", finding.accepted}};
    if (!finding.accepted) answer["reason"] = finding.reason;
    if (const Json among = verify::among_gpus(problem); !among.empty()) answer["among_gpus"] = among;
    const bool one = certificate.incumbents.size() == 1;
    if (one) answer["step_seconds"] = certificate.incumbents.front().step;
    answer["incumbent"] = one ? certificate.incumbents.front().strategy : Json();
    answer["incumbents"] = Json::array();
    for (const verify::Incumbent& incumbent : certificate.incumbents)
      answer["incumbents"].push_back(incumbent.strategy);
    answer["configurations"] = number(finding.configurations);
    answer["rejected_by_rule"] = number(finding.rejected_by_rule);
    answer["nodes"] = {{"cut", finding.cut},
                       {"no_room", finding.no_room},
                       {"refuted", finding.refuted},
                       {"evaluated", finding.evaluated},
                       {"limit", finding.limit}};
    answer["question"] = certificate.question;
    answer["seconds"] = seconds;
    std::cout << text_of(answer, 2) << '\n';
  } else if (finding.accepted) {
    std::cout << "Proven: " << verify::slow_text(problem) << one_line(verify::among_text(problem))
              << claim(certificate) << ".\n";
    std::cout << "Question: " << one_line(asked(question)) << ".\n";
    std::cout << finding.configurations.text() << " configurations keep the rules, "
              << finding.rejected_by_rule.text() << " do not. Nodes: " << finding.cut << " cut, "
              << finding.no_room << " without room, " << finding.refuted << " refuted, " << finding.evaluated
              << " evaluated, " << finding.limit << " beyond a limit. Checked in " << to_thousandth(seconds)
              << " s.\n";
  } else {
    std::cout << refusalText(finding.reason, json);
  }
  return finding.accepted ? Proven : Refused;
}

int beyondMemory(std::uint64_t memory, bool json) {
  std::cout << refusalText(
      fmt::format("to check it takes more memory than the {} MB that a file of its size may take",
                  memory / 1'000'000),
      json);
  return Refused;
}

/// The GPUs at work: " 32 h100 and 16 a100".
std::string gpusOf(const verify::GroupsFinding& finding, const std::vector<std::string>& pools) {
  std::vector<std::string> parts;
  for (std::size_t pool = 0; pool < finding.gpus.size(); ++pool)
    if (finding.gpus[pool] > 0) parts.push_back(fmt::format(" {} {}", finding.gpus[pool], pools[pool]));
  std::string text;
  for (std::size_t i = 0; i < parts.size(); ++i)
    text += (i == 0 ? "" : i + 1 == parts.size() ? " and" : ",") + parts[i];
  return text;
}

/// What was found of a program on groups.
int verdict(const verify::GroupsFinding& finding, const verify::GroupsCertificate& certificate,
            const verify::Question& question, const std::vector<std::string>& pools, double seconds,
            bool json) {
  if (json) {
    Json answer = {{"accepted", finding.accepted}};
    if (!finding.accepted) answer["reason"] = finding.reason;
    answer["kind"] = "groups";
    answer["step_seconds"] = finding.step;
    answer["lower_bound_seconds"] = finding.bound;
    answer["gap"] = finding.gap();
    answer["program"] = certificate.program;
    answer["layouts"] = finding.layouts;
    answer["levels"] = certificate.levels.size();
    answer["question"] = certificate.question;
    answer["seconds"] = seconds;
    std::cout << text_of(answer, 2) << '\n';
  } else if (finding.accepted) {
    std::cout << "Proven: a program on groups of" << one_line(gpusOf(finding, pools)) << " takes "
              << fmt::format("{:.6g}", finding.step) << " s, and none on these GPUs is faster than "
              << fmt::format("{:.6g}", finding.bound) << " s (gap "
              << fmt::format("{:.2f}", 100.0 * finding.gap()) << " %).\n";
    std::cout << "Question: " << one_line(asked(question)) << ".\n";
    std::cout << finding.layouts << " layouts of the pools, " << certificate.levels.size()
              << " levels of traffic. Checked in " << to_thousandth(seconds) << " s.\n";
  } else {
    std::cout << refusalText(finding.reason, json);
  }
  return finding.accepted ? Proven : Refused;
}

int checkedGroups(const std::string& bytes, const std::string& path, bool json) {
  const auto start = std::chrono::steady_clock::now();
  const auto certificate = verify::decode_groups(bytes);
  if (!certificate) return unreadable(certificate.error(), path, json);
  const auto question = verify::read_question(certificate->question);
  if (!question) return unreadable(question.error(), path, json);
  const auto problem = verify::problem_of(*question, strategy::Objective::throughput);
  if (!problem) return unreadable(problem.error(), path, json);
  const verify::GroupsFinding finding = verify::check(*certificate, *problem);
  const std::chrono::duration<double> seconds = std::chrono::steady_clock::now() - start;
  return verdict(finding, *certificate, *question, problem->pool_ids(), seconds.count(), json);
}

/// "among 24 of the 32 GPUs of h, among all GPUs"
std::string choicesOf(const verify::ChoicesFinding& finding) {
  std::string text;
  for (const std::string& told : finding.told) {
    text += text.empty() ? "" : ", ";
    text += told.empty() ? "among all GPUs" : told.substr(0, told.size() - 1);
  }
  return text;
}

/// What was found of all choices of nodes.
int verdict(const verify::ChoicesFinding& finding, double seconds, bool json) {
  const std::vector<verify::Incumbent>& answers = finding.claims.incumbents;
  if (json) {
    Json answer = {{"accepted", finding.accepted}};
    if (!finding.accepted) answer["reason"] = finding.reason;
    answer["kind"] = "choices";
    if (answers.size() == 1) answer["step_seconds"] = answers.front().step;
    answer["incumbent"] = answers.size() == 1 ? answers.front().strategy : Json();
    answer["incumbents"] = Json::array();
    for (const verify::Incumbent& incumbent : answers) answer["incumbents"].push_back(incumbent.strategy);
    answer["choices"] = Json::array();
    for (std::size_t i = 0; i < finding.parts.size(); ++i)
      answer["choices"].push_back({{"among_gpus", finding.among[i]},
                                   {"configurations", number(finding.parts[i].configurations)},
                                   {"rejected_by_rule", number(finding.parts[i].rejected_by_rule)},
                                   {"nodes", finding.parts[i].nodes}});
    answer["configurations"] = number(finding.configurations);
    answer["rejected_by_rule"] = number(finding.rejected_by_rule);
    answer["question"] = finding.claims.question;
    answer["seconds"] = seconds;
    std::cout << text_of(answer, 2) << '\n';
  } else if (finding.accepted) {
    std::cout << "Proven: whichever GPUs are used (" << one_line(choicesOf(finding)) << "), "
              << (finding.slow ? "with every GPU as slow as the slowest of them, " : "")
              << claim(finding.claims) << ".\n";
    std::cout << "Question: " << one_line(asked(finding.question)) << ".\n";
    std::cout << finding.configurations.text() << " configurations of " << finding.parts.size()
              << " choices of GPUs keep the rules, " << finding.rejected_by_rule.text() << " do not. "
              << finding.nodes << " nodes of their proofs. Checked in " << to_thousandth(seconds) << " s.\n";
  } else {
    std::cout << refusalText(finding.reason, json);
  }
  return finding.accepted ? Proven : Refused;
}

int checkedChoices(const std::string& bytes, const std::string& path, bool json) {
  const auto start = std::chrono::steady_clock::now();
  const auto finding = verify::check_choices(bytes);
  if (!finding) return unreadable(finding.error(), path, json);
  const std::chrono::duration<double> seconds = std::chrono::steady_clock::now() - start;
  return verdict(*finding, seconds.count(), json);
}

int checked(const std::string& bytes, const std::string& path, bool json) {
  if (verify::is_choices_certificate(bytes)) return checkedChoices(bytes, path, json);
  if (verify::is_groups_certificate(bytes)) return checkedGroups(bytes, path, json);
  const auto start = std::chrono::steady_clock::now();
  const auto opened = verify::open(bytes);
  if (!opened) return unreadable(opened.error(), path, json);
  const verify::Certificate& claims = opened->claims;
  const auto question = verify::read_question(claims.question);
  if (!question) return unreadable(question.error(), path, json);
  const auto problem = verify::problem_of(*question, claims.objective);
  if (!problem) return unreadable(problem.error(), path, json);
  const verify::Finding finding = verify::check(*opened, *problem);
  const std::chrono::duration<double> seconds = std::chrono::steady_clock::now() - start;
  return verdict(finding, claims, *question, *problem, seconds.count(), json);
}

/// Also told when the rest of the command line could not be read.
bool wantsJson(int argc, char** argv) {
  return std::any_of(argv, argv + argc,
                     [](const char* argument) { return std::string_view(argument) == "--json"; });
}

int start(int argc, char** argv) {
  CLI::App program(
      "Checks a certificate of astrolabe-cli plan --certificate or export --format groups-certificate",
      "astrolabe-verify");
  program.set_version_flag("--version", std::string("astrolabe-verify ") + ASTROLABE_VERSION);
  std::string path;
  bool json = false;
  program.add_option("certificate", path, "The certificate; - is standard input")->type_name("F")->required();
  program.add_flag("--json", json, "Print one JSON object");
  double seconds = 0.0;
  program
      .add_option("--time-limit", seconds,
                  "Seconds of processor time that the check may take (default: by the file's size)")
      ->type_name("S")
      ->check(CLI::Range(1.0, 1e9));
  try {
    program.parse(argc, argv);
  } catch (const CLI::ParseError& fault) {
    const bool wish = fault.get_exit_code() == 0;  // --help, --version
    if (wish || !wantsJson(argc, argv)) return program.exit(fault) == 0 ? Proven : BadInput;
    const Error error{std::string(code::usage),
                      {},
                      "astrolabe-verify",
                      fault.what(),
                      {Wanted::Kind::text, {"what --help shows"}}};
    std::cout << text_of(error_json(error), 2) << '\n';
    return BadInput;
  }
  auto bytes = read_file(path, file_limit::certificate);
  if (!bytes) return unreadable(bytes.error(), path, json);
  limitTime(bytes->size(), seconds, json);
  const std::uint64_t memory = limitMemory(bytes->size());
  try {
    return checked(*bytes, path, json);
  } catch (const std::bad_alloc&) {
    bytes->clear();
    return beyondMemory(memory, json);
  } catch (const std::system_error&) {  // no room for a thread's stack
    return beyondMemory(memory, json);
  }
}

}  // namespace

int main(int argc, char** argv) {
  try {
    return start(argc, argv);
  } catch (const std::exception& exception) {
    return defect(exception.what(), wantsJson(argc, argv));
  }
}
