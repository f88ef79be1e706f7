#!/usr/bin/env bash
# Installs what is missing, builds the release build and runs its tests but for the slow ones (label `slow`): the verdict
# of every day, four minutes where nothing has to be built. --full runs the slow ones, too, and adds core under the address
# sanitizer, thread tests under the thread sanitizer, every header alone, the Debian package under lintian, the debug
# build, clang-tidy, and the drivers of tests once more with all that they can (ASTROLABE_FULL). The address sanitizer's
# build runs beside the slow tests, which wait more than they work.
# --within SECONDS begins one of these only where what it takes on two cores from nothing still fits, and names those that
# are left out. It leaves the slow tests to the release build alone, and takes an eighth of the headers, another one after
# each commit. The exit status is the verdict on what ran.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."
usage() {
  echo "usage: packaging/test.sh [--full [--within SECONDS]]" >&2
  exit 2
}
full= within=
while [ $# -gt 0 ]; do
  case $1 in
    --full) full=1 ;;
    --within)
      [[ ${2:-} =~ ^[0-9]+$ ]] || usage
      within=$2
      shift ;;
    *) usage ;;
  esac
  shift
done
[ -z "$within" ] || [ -n "$full" ] || usage
jobs=$(nproc)
. packaging/ccache.sh
export CTEST_OUTPUT_ON_FAILURE=1

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
left_out=()
has_time() {  # has_time "what" seconds: whether what takes so long may begin; else it is noted as left out
  [ -z "$within" ] || [ $((SECONDS + $2)) -le "$within" ] && return 0
  left_out+=("$1")
  return 1
}
build_preset() {  # build_preset preset
  step "configure $1" "read the lines above" quiet cmake --preset "$1"
  step "build $1" "mend the first error above" quiet cmake --build --preset "$1" -j "$jobs"
}
# What is built at low priority beside tests: begin_beside preset, then finish_beside.
beside= beside_log=
begin_beside() {
  step "configure $1" "read the lines above" quiet cmake --preset "$1"
  beside_log=$(mktemp)
  setsid nice -n 10 cmake --build --preset "$1" -j "$jobs" >"$beside_log" 2>&1 &
  beside=$!
}
finish_beside() {
  local status=0
  wait "$beside" || status=$?
  beside=
  [ "$status" = 0 ] || tail -n 60 "$beside_log"
  rm -f "$beside_log"
  return "$status"
}
trap '[ -z "$beside" ] || kill -- "-$beside" 2>/dev/null || true' EXIT
test_preset() {  # test_preset preset [tests at a time [more of ctest]]
  step "test $1" "the failing tests are listed above" ctest --preset "$1" -j "${2:-$jobs}" "${@:3}"
}

step "set-up" "install the packages by hand" bash packaging/setup.sh
build_preset release
everyday=(-LE slow)
test_preset release $((jobs + 1)) "${everyday[@]}"  # tests of windows wait more than they work
if [ -n "$full" ]; then
  sanitized=()
  [ -z "$within" ] || sanitized=("${everyday[@]}")
  asan=
  if has_time "asan" 900; then
    asan=1
    begin_beside asan
  fi
  if has_time "slow tests" 600; then
    test_preset release $((jobs + 1)) -L slow
  fi
  if [ -n "$asan" ]; then
    step "build asan" "mend the first error above" finish_beside
    test_preset asan "$jobs" "${sanitized[@]}"
  fi
  if has_time "tsan" 300; then
    build_preset tsan
    test_preset tsan
  fi
  headers=headers_alone
  [ -z "$within" ] || headers=headers_alone_$(($(git rev-list --count HEAD 2>/dev/null || date +%j) % 8))
  if has_time "headers alone" "$([ -n "$within" ] && echo 150 || echo 1100)"; then
    step "headers alone" "include in the header named above what it needs" \
      quiet cmake --build --preset release -j "$jobs" --target "$headers"
  fi
  if has_time "package" 600; then
    step "set-up of the other checks" "install the packages by hand" bash packaging/setup.sh --lint
    step "check the package" "mend what lintian or the programs say above" bash packaging/check_package.sh
  fi
  if has_time "dev" 2400; then
    build_preset dev
    test_preset dev
  fi
  if has_time "tidy" 3600; then
    step "configure tidy" "read the lines above" quiet cmake --preset tidy
    step "clang-tidy" "mend the findings above" quiet cmake --build --preset tidy -j "$jobs"
  fi
  if has_time "drivers in full" 7200; then
    export ASTROLABE_FULL=1
    test_preset release "$jobs" -L drivers
  fi
fi
if [ ${#left_out[@]} -gt 0 ]; then
  printf 'all that ran passed; left out, as %s s would not do: %s\n' "$within" "$(IFS=,; echo "${left_out[*]}")" >&2
elif [ -z "$full" ]; then
  echo "all tests of every day passed; slow ones: --full" >&2
else
  echo "all tests passed" >&2
fi
