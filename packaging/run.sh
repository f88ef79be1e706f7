#!/usr/bin/env bash
# Installs what is missing, builds, and opens the app on its sample plan. Without a display the same sample runs
# headless: the plan is printed, build/sample gets report.pdf, window.png and trace.json.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."
bash packaging/setup.sh
. packaging/ccache.sh
log=$(mktemp)
if ! { cmake --preset release && cmake --build --preset release -j "$(nproc)" --target astrolabe astrolabe-cli; } >"$log" 2>&1; then
  tail -n 40 "$log" >&2
  echo "run: the build failed; mend the first error above and run this again" >&2
  exit 1
fi
rm -f "$log"

if [ -n "${DISPLAY:-}${WAYLAND_DISPLAY:-}" ]; then
  exec build/release/app/astrolabe "$@"
fi

echo "no display: running the sample headless" >&2
out=build/sample
mkdir -p "$out"
build/release/app/astrolabe-cli sample --out "$out/sample.astrolabe"
build/release/app/astrolabe-cli plan "$out/sample.astrolabe" --pdf "$out/report.pdf" --trace "$out/trace.json"
QT_QPA_PLATFORM=offscreen build/release/app/astrolabe --screenshot "$out/window.png" --size 1280x800
echo "wrote $out/report.pdf, $out/window.png and $out/trace.json" >&2
