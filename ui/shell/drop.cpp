#include "ui/shell/drop.h"

#include <QCoreApplication>
#include <QFileInfo>
#include <QMimeData>
#include <QUrl>

#include "core/base/file_read.h"
#include "core/hardware/hardware_file.h"
#include "core/model/arguments.h"
#include "core/plan/plan_file.h"
#include "core/runtimes/script.h"

namespace astrolabe::ui {
namespace {

using namespace Qt::StringLiterals;

Drop refused(const QString& path, const char* text) {
  return {Drop::Kind::Refused, path,
          QCoreApplication::translate("Drop", text).arg(QFileInfo(path).fileName())};
}

/// The text of a file that a person may have written; empty for a longer one.
std::string shortText(const QString& path) {
  constexpr std::int64_t kMostBytes = file_limit::kMib;
  return read_file(path.toStdString(), kMostBytes).value_or(std::string());
}

/// A script or list with arguments of Megatron-LM goes by any name.
bool holdsArguments(const QString& path) { return model::holds_arguments(shortText(path)); }

/// A launch script without a model, or a file that configures a training runtime.
bool holdsLayout(const QString& path) {
  return runtimes::holds_settings(shortText(path), path.toStdString());
}

bool holdsHardware(const QString& path) { return hardware::looks_like_hardware(shortText(path)); }

}  // namespace

namespace {

/// Models alone are dropped together.
Drop judgeSeveral(const QList<QUrl>& urls) {
  Drop drop{Drop::Kind::Models, {}, {}};
  for (const QUrl& url : urls) {
    const QString path = url.toLocalFile();
    if (path.isEmpty() || judgeFile(path).kind != Drop::Kind::Model)
      return {Drop::Kind::Refused,
              {},
              QCoreApplication::translate("Drop", "Drop one file at a time, or several models.")};
    drop.paths << path;
  }
  return drop;
}

}  // namespace

Drop judgeDrop(const QMimeData* data) {
  if (!data || !data->hasUrls()) return {};
  const QList<QUrl> urls = data->urls();
  if (urls.size() != 1) return judgeSeveral(urls);
  const QString path = urls.front().toLocalFile();
  if (path.isEmpty())
    return {Drop::Kind::Refused,
            {},
            QCoreApplication::translate("Drop", "Only files of this machine can be dropped.")};
  return judgeFile(path);
}

Drop judgeFile(const QString& path) {
  const QFileInfo file(path);
  if (!file.exists()) return refused(path, QT_TRANSLATE_NOOP("Drop", "%1 does not exist."));
  const QString ending = file.suffix().toLower();
  if (file.isFile() && (ending == u"astrolabe"_s || plan::looks_like_plan(path.toStdString())))
    return {Drop::Kind::Plan, path, {}};
  if (file.isFile() && ending == u"json"_s && holdsHardware(path)) return {Drop::Kind::Hardware, path, {}};
  if (file.isFile() && ending == u"json"_s && holdsLayout(path)) return {Drop::Kind::Script, path, {}};
  if (file.isDir() || ending == u"json"_s || ending == u"safetensors"_s) return {Drop::Kind::Model, path, {}};
  if (ending == u"csv"_s) return {Drop::Kind::Prices, path, {}};
  if (ending == u"onnx"_s || holdsArguments(path)) return {Drop::Kind::Model, path, {}};
  if (holdsLayout(path)) return {Drop::Kind::Script, path, {}};
  return refused(path, QT_TRANSLATE_NOOP("Drop", "%1 is neither a model nor a plan."));
}

Drop overResults(Drop drop) {
  if (drop.kind == Drop::Kind::Model && QFileInfo(drop.path).isFile() && holdsLayout(drop.path))
    drop.kind = Drop::Kind::Script;
  return drop;
}

}  // namespace astrolabe::ui
