#!/usr/bin/env bash
# Installs what is missing, builds and tests: everything in the release build, core under the address sanitizer, thread
# tests under the thread sanitizer. --full adds the debug build, clang-tidy and the Debian package under lintian, and
# drivers of tests do all that they can (ASTROLABE_FULL) in the release build. The exit status is the verdict.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."
full=${1:-}
if [ -n "$full" ] && [ "$full" != --full ]; then
  echo "usage: packaging/test.sh [--full]" >&2
  exit 2
fi
jobs=$(nproc)
export CCACHE_DIR=${CCACHE_DIR:-$PWD/build/ccache} CTEST_OUTPUT_ON_FAILURE=1

step() {  # step "what" "what to do" command...
  local what=$1 todo=$2
  shift 2
  echo "== $what" >&2
  local begin=$SECONDS
  if ! "$@"; then
    echo "test: $what failed; $todo" >&2
    exit 1
  fi
  echo "== $what: $((SECONDS - begin)) s" >&2
}
quiet() {  # shows the output only when the command fails
  local log
  log=$(mktemp)
  if ! "$@" >"$log" 2>&1; then
    tail -n 60 "$log"
    rm -f "$log"
    return 1
  fi
  rm -f "$log"
}
run_preset() {  # run_preset preset [tests at a time]
  step "configure $1" "read the lines above" quiet cmake --preset "$1"
  step "build $1" "mend the first error above" quiet cmake --build --preset "$1" -j "$jobs"
  step "test $1" "the failing tests are listed above" ctest --preset "$1" -j "${2:-$jobs}"
}

if [ "$full" = --full ]; then
  step "set-up" "install the packages by hand" bash packaging/setup.sh --lint
else
  step "set-up" "install the packages by hand" bash packaging/setup.sh
fi
run_preset asan
run_preset tsan
if [ "$full" = --full ]; then
  run_preset dev
  step "configure tidy" "read the lines above" quiet cmake --preset tidy
  step "clang-tidy" "mend the findings above" quiet cmake --build --preset tidy -j "$jobs"
  export ASTROLABE_FULL=1
fi
run_preset release $((jobs + 1))  # tests of windows wait more than they work
if [ "$full" = --full ]; then
  step "check the package" "mend what lintian or the programs say above" bash packaging/check_package.sh
fi
echo "all tests passed" >&2
