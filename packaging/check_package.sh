#!/usr/bin/env bash
# Makes the Debian package of a finished release build, has lintian look at it, unpacks it into a scratch root and starts
# its programs from there without a display. The exit status is the verdict; --keep FOLDER: leaves the package there.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."
keep=
if [ "${1:-}" = --keep ] && [ -n "${2:-}" ]; then
  keep=$2
elif [ $# -gt 0 ]; then
  echo "usage: packaging/check_package.sh [--keep FOLDER]" >&2
  exit 2
fi
for tool in cpack lintian dpkg-deb; do
  command -v "$tool" >/dev/null || {
    echo "check_package: $tool is missing; run packaging/setup.sh --lint" >&2
    exit 1
  }
done
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT

cpack --config build/release/CPackConfig.cmake -B "$scratch/made" >"$scratch/cpack.log" 2>&1 || {
  tail -n 20 "$scratch/cpack.log" >&2
  echo "check_package: cpack failed; build the release preset first" >&2
  exit 1
}
package=$(ls "$scratch"/made/*.deb)
allowed=()
[ "$(id -u)" -eq 0 ] && allowed=(--allow-root)
lintian "${allowed[@]}" --fail-on error,warning "$package" || {
  echo "check_package: lintian found the above; mend packaging/cmake/Install.cmake or what it ships" >&2
  exit 1
}

root=$scratch/root
dpkg-deb -x "$package" "$root"
export HOME=$scratch/home XDG_CONFIG_HOME=$scratch/home/config XDG_DATA_HOME=$scratch/home/data
export XDG_RUNTIME_DIR=$scratch/run QT_QPA_PLATFORM=offscreen
mkdir -p "$HOME" "$XDG_RUNTIME_DIR"
chmod 700 "$XDG_RUNTIME_DIR"
for program in astrolabe astrolabe-cli astrolabe-verify; do
  "$root/usr/bin/$program" --version >/dev/null
  zcat "$root/usr/share/man/man1/$program.1.gz" | grep -q "^.SH NAME"
done
"$root/usr/bin/astrolabe-cli" sample --out "$scratch/sample.astrolabe" >/dev/null
"$root/usr/bin/astrolabe-cli" plan "$scratch/sample.astrolabe" --json >"$scratch/answer.json"
timeout 120 "$root/usr/bin/astrolabe" --screenshot "$scratch/window.png" "$scratch/sample.astrolabe"
[ -s "$scratch/window.png" ]
[ -z "$keep" ] || cp "$package" "$keep"
echo "check_package: $(basename "$package"): no finding of lintian, programs start" >&2
