#pragma once
// Files that take long to read or to write never hold up the window.

#include <QIODevice>
#include <QString>
#include <functional>
#include <stop_token>

#include "core/base/result.h"

namespace astrolabe::ui {

class Banner;

/// Runs `read` beside the window's thread and comes back when it is done; meanwhile the window goes on. After
/// 300 ms `banner` says that `file` is being read, after 1 s it offers to cancel (button "<name>.cancel").
/// False: cancelled, its window was closed meanwhile, or another file is being read already. `read` may then
/// still be running, so it owns all that it touches.
bool readBeside(Banner& banner, const QString& file, std::function<void()> read);

/// A file is being read or written under this banner.
bool isWorkingBeside(const Banner& banner);

/// Fills a file that is open for writing; false: the file, which knows why, took no more, or `stop` was
/// requested, which is looked at on the way.
using Write = std::function<bool(QIODevice& file, const std::stop_token& stop)>;
enum class Written { Whole, Cancelled };
/// Runs `write` on the file at `path` as readBeside() runs `read`; in the end the whole file is there or what
/// stood there before. Errors: those of FileWriter. `write` owns all that it touches.
Result<Written> writeBeside(Banner& banner, const QString& path, Write write);

}  // namespace astrolabe::ui
