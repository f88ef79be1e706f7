// astrolabe-verify: checks the certificate that astrolabe-cli plan --certificate wrote.
#include <CLI/CLI.hpp>
#include <algorithm>
#include <chrono>
#include <cmath>
#include <exception>
#include <iostream>
#include <string_view>

#include "core/base/error_codes.h"
#include "core/base/file_read.h"
#include "core/base/json.h"
#include "core/base/quoting.h"
#include "core/base/text.h"
#include "core/verify/question.h"
#include "core/verify/verify.h"

namespace {

using namespace astrolabe;

enum ExitStatus { Proven = 0, Refused = 1, BadInput = 2, Defect = 4 };

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
      return other + "uses fewer than " + std::to_string(last.gpus) + " GPUs, or as many with a step below " +
             format_number(last.step) + " s";
    case strategy::Objective::pareto:
      break;
  }
  return "no strategy is faster or cheaper than the " + std::to_string(places) +
         " of the set without being dearer or slower than one of them";
}

int verdict(const verify::Finding& finding, const verify::Certificate& certificate, double seconds,
            bool json) {
  if (json) {
    Json answer = {{"accepted", finding.accepted}};
    if (!finding.accepted) answer["reason"] = finding.reason;
    const bool one = certificate.incumbents.size() == 1;
    if (one) answer["step_seconds"] = certificate.incumbents.front().step;
    answer["incumbent"] = one ? certificate.incumbents.front().strategy : Json();
    answer["incumbents"] = Json::array();
    for (const verify::Incumbent& incumbent : certificate.incumbents)
      answer["incumbents"].push_back(incumbent.strategy);
    answer["configurations"] = finding.configurations;
    answer["rejected_by_rule"] = finding.rejected_by_rule;
    answer["nodes"] = {{"cut", finding.cut},
                       {"no_room", finding.no_room},
                       {"refuted", finding.refuted},
                       {"evaluated", finding.evaluated},
                       {"limit", finding.limit}};
    answer["seconds"] = seconds;
    std::cout << text_of(answer, 2) << '\n';
  } else if (finding.accepted) {
    std::cout << "Proven: " << claim(certificate) << ".\n";
    std::cout << finding.configurations << " configurations keep the rules, " << finding.rejected_by_rule
              << " do not. Nodes: " << finding.cut << " cut, " << finding.no_room << " without room, "
              << finding.refuted << " refuted, " << finding.evaluated << " evaluated, " << finding.limit
              << " beyond a limit. Checked in " << format_number(std::round(seconds * 1e3) / 1e3) << " s.\n";
  } else {
    std::cout << "Refused: " << one_line(finding.reason) << ".\n";
  }
  return finding.accepted ? Proven : Refused;
}

/// Also told when the rest of the command line could not be read.
bool wantsJson(int argc, char** argv) {
  return std::any_of(argv, argv + argc,
                     [](const char* argument) { return std::string_view(argument) == "--json"; });
}

int start(int argc, char** argv) {
  CLI::App program("Checks a certificate of astrolabe-cli plan --certificate", "astrolabe-verify");
  program.set_version_flag("--version", std::string("astrolabe-verify ") + ASTROLABE_VERSION);
  std::string path;
  bool json = false;
  program.add_option("certificate", path, "The certificate; - is standard input")->type_name("F")->required();
  program.add_flag("--json", json, "Print one JSON object");
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
  const auto start = std::chrono::steady_clock::now();
  const auto bytes = read_file(path, file_limit::certificate);
  if (!bytes) return unreadable(bytes.error(), path, json);
  const auto certificate = verify::decode(*bytes);
  if (!certificate) return unreadable(certificate.error(), path, json);
  const auto question = verify::read_question(certificate->question);
  if (!question) return unreadable(question.error(), path, json);
  const auto problem = verify::problem_of(*question, certificate->objective);
  if (!problem) return unreadable(problem.error(), path, json);
  const verify::Finding finding = verify::check(*certificate, *problem);
  const std::chrono::duration<double> seconds = std::chrono::steady_clock::now() - start;
  return verdict(finding, *certificate, seconds.count(), json);
}

}  // namespace

int main(int argc, char** argv) {
  try {
    return start(argc, argv);
  } catch (const std::exception& exception) {
    return defect(exception.what(), wantsJson(argc, argv));
  }
}
