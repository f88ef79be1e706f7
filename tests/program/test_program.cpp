#include "tests/program/test_program.h"

#include <cstdio>
#include <map>
#include <string>
#include <vector>

namespace astrolabe::tests {
namespace {

std::map<std::string, RunTest>& tests() {
  static std::map<std::string, RunTest> all;
  return all;
}

}  // namespace

TestOfProgram::TestOfProgram(const char* name, RunTest run) { tests().emplace(name, run); }

int run_named_test(int argc, char** argv) {
  const auto named = argc > 1 ? tests().find(argv[1]) : tests().end();
  if (named == tests().end() && tests().size() != 1) {
    std::fprintf(stderr, "usage: %s <test> [options of Qt Test]; the tests are\n", argv[0]);
    for (const auto& [name, run] : tests()) std::fprintf(stderr, "  %s\n", name.c_str());
    return 2;
  }
  if (named == tests().end()) return tests().begin()->second(argc, argv);
  std::vector<char*> rest{argv[0]};
  rest.insert(rest.end(), argv + 2, argv + argc);
  rest.push_back(nullptr);
  return named->second(static_cast<int>(rest.size()) - 1, rest.data());
}

}  // namespace astrolabe::tests
