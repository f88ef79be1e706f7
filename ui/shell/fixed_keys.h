#pragma once
// Keys of the canvas, the timeline and the presentation: they hold while these have the focus, and cannot be
// changed.

#include <QString>
#include <vector>

namespace astrolabe::ui {

struct FixedKey {
  QString what, where, keys;
};
std::vector<FixedKey> fixedKeys();

}  // namespace astrolabe::ui
