#pragma once
// Files that take long to read never hold up the window.

#include <QString>
#include <functional>

namespace astrolabe::ui {

class Banner;

/// Runs `read` beside the window's thread and comes back when it is done; meanwhile the window goes on. After
/// 300 ms `banner` says that `file` is being read, after 1 s it offers to cancel (button "<name>.cancel").
/// False: cancelled, or another file is being read already. `read` may then still be running, so it owns all
/// that it touches.
bool readBeside(Banner& banner, const QString& file, std::function<void()> read);

}  // namespace astrolabe::ui
