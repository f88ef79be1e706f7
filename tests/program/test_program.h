#pragma once
// Test classes tell the program that holds them who they are: `program tst_job` runs one of them.

#include <QtTest>

namespace astrolabe::tests {

/// Runs one test class with Qt Test's own options; the number of its failures.
using RunTest = int (*)(int argc, char** argv);

/// Adds a test class to this program, before main().
struct TestOfProgram {
  TestOfProgram(const char* name, RunTest run);
};

/// Runs the test that the first argument names with the arguments behind it; without a name, the only test
/// there is. 2, and the names, for a name that this program does not hold.
int run_named_test(int argc, char** argv);

}  // namespace astrolabe::tests

/// Behind a namespace NAME, the name of the file, that holds the test class CLASS.
#define ASTROLABE_TEST(NAME, CLASS)                                                                        \
  static const astrolabe::tests::TestOfProgram NAME##_of_program(#NAME, [](int argc, char** argv) -> int { \
    NAME::CLASS test;                                                                                      \
    return QTest::qExec(&test, argc, argv);                                                                \
  });
