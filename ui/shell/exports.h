#pragma once
// Writes what a window exports beside its plan: asks where it goes, and says what came of it.

#include <QObject>
#include <QString>
#include <functional>

#include "core/base/result.h"
#include "ui/document/plan_document.h"
#include "ui/render/figure_file.h"
#include "ui/shell/reading.h"

namespace astrolabe::ui {

class Banner;

/// Makes the file at a path. Error: cannot_save where that is in the way, else what can't be exported.
using WriteExport = std::function<Result<void>(const QString& path)>;

/// Writes tables, drawings and answers under names that a person chooses. What stood in the way is told in a
/// banner that offers another place; the plan itself is not touched.
class Exports : public QObject {
  Q_OBJECT

 public:
  /// Dialogs stand over `window`.
  Exports(const PlanDocument& document, QWidget& window);
  /// Sets the banner for messages. Precondition of everything else; to be called again when it was made anew.
  void setBanner(Banner& banner) { m_banner = &banner; }

  /// Asks for a path: beside the plan and under its name, with `ending`, is proposed. Empty: nowhere.
  QString ask(const QString& title, const QString& ending, const QString& filter);
  /// Asks for a path and writes there; `ending` is that of the name which is proposed.
  void offer(const QString& title, const QString& ending, const QString& filter, const QByteArray& bytes);
  /// Asks for a path and draws there, in the format that its name says.
  void offerFigure(const QString& title, const Figure& figure);
  /// An export that `write` makes at a path. Where it found no place, its size is told from one made in a
  /// folder of the system.
  void write(const QString& path, const WriteExport& write);
  /// A file that may be long, written beside the window, which goes on.
  void writeLong(const QString& path, const Write& write);

 signals:
  void told(const QString& text);

 private:
  using Again = std::function<void(const QString& path)>;
  void writeText(const QString& path, const std::string& text);
  void tellNotWritten(const Error& error, qint64 needed, const Again& again);

  const PlanDocument& m_document;
  QWidget& m_window;
  Banner* m_banner = nullptr;
};

}  // namespace astrolabe::ui
