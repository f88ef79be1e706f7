#pragma once

#include <QString>

class QMimeData;

namespace astrolabe::ui {

/// What a drop on the window would do. One function of the data, so that it can be tested without a pointer.
struct Drop {
  enum class Kind {
    None,      ///< no files: for others to judge
    Model,     ///< a model file or a folder with one
    Plan,      ///< a saved plan
    Prices,    ///< a table of prices
    Hardware,  ///< types of the user's own, or a cluster, as JSON
    Script,    ///< settings of a training runtime: a layout of one's own
    Refused    ///< files that are nothing here; `reason` says why
  };
  Kind kind = Kind::None;
  QString path;
  QString reason;
};

Drop judgeDrop(const QMimeData* data);
/// The same of a file that is opened in another way; it may not be there.
Drop judgeFile(const QString& path);
/// The same over the results: a script that tells a model and a layout is read as a layout there.
Drop overResults(Drop drop);

}  // namespace astrolabe::ui
