#pragma once

#include <QString>
#include <QStringList>

class QMimeData;

namespace astrolabe::ui {

/// The effect that a drop on the window would have. judgeDrop() makes it of the data alone, so that it can be
/// tested without a pointer.
struct Drop {
  enum class Kind {
    None,      ///< no files: for others to judge
    Model,     ///< a model file or a folder with one
    Models,    ///< several of them, `paths`: roles of post-training
    Plan,      ///< a saved plan
    Prices,    ///< a table of prices
    Hardware,  ///< types of the user's own, or a cluster, as JSON
    Script,    ///< settings of a training runtime: a layout of one's own
    Refused    ///< files that are nothing here; `reason` says why
  };
  Kind kind = Kind::None;
  QString path;
  QString reason;
  QStringList paths = {};
};

Drop judgeDrop(const QMimeData* data);
/// The effect of a drop of the file at `path`, for files that are opened in another way; it may be missing.
Drop judgeFile(const QString& path);
/// The effect of `drop` over the results: there a script that tells a model and a layout is read as a layout.
Drop overResults(Drop drop);

}  // namespace astrolabe::ui
