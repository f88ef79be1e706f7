// Models of the roles of post-training: one at a time, or several files at once.

#include <QFileInfo>
#include <utility>

#include "core/plan/model_source.h"
#include "ui/document/commands/set_post_training.h"
#include "ui/shell/banner.h"
#include "ui/shell/model_panel.h"
#include "ui/shell/reading.h"

namespace astrolabe::ui {

using namespace Qt::StringLiterals;

bool ModelPanel::loadRole(const QString& role, const QString& where) {
  m_role = role;
  const bool done = load(where);
  m_role.clear();
  return done;
}

void ModelPanel::askForFileOf(const QString& role) {
  m_role = role;
  askForFile();
  m_role.clear();
}

void ModelPanel::askForPresetOf(const QString& role) {
  m_role = role;
  askForPreset();
  m_role.clear();
}

bool ModelPanel::loadRoles(const QStringList& paths) {
  struct Read {
    std::string name;  ///< of file and folder: what tells the role
    QString path;
    std::optional<Result<model::Inspection>> inspected = {};
  };
  const auto all = std::make_shared<std::vector<Read>>();
  for (const QString& path : paths) {
    const QFileInfo file(path);
    const QString folder = QFileInfo(file.absolutePath()).fileName();
    all->push_back({(folder + u'/' + file.fileName()).toStdString(), path});
  }
  const bool done = readBeside(*m_banner, tr("%n model(s)", nullptr, static_cast<int>(paths.size())), [all] {
    for (Read& one : *all) one.inspected.emplace(plan::inspect_model_source(one.path.toStdString()));
  });
  if (!done) return false;
  std::vector<std::string> names;
  std::vector<std::pair<std::string, std::string>> models;
  for (const Read& one : *all) {
    const Result<model::Inspection>& read = *one.inspected;
    if (!read || read->not_planned) {
      showError(one.path, read ? *read->not_planned : read.error(), {});
      return false;
    }
    names.push_back(one.name);
    models.emplace_back(read->architecture->id, read->architecture->text);
  }
  m_banner->clear();
  if (!takeRoleModels(m_document, names, models)) {
    Message message;
    message.title = tr("There are more models than roles.");
    message.body =
        tr("Post-training has at most one model a role: drop fewer files, or add roles by the "
           "steps of the dataflow.");
    m_banner->say(Banner::Kind::Error, message);
    return false;
  }
  emit loaded(tr("%n model(s)", nullptr, static_cast<int>(paths.size())));
  return true;
}

}  // namespace astrolabe::ui
