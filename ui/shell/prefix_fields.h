#pragma once
// Parts of prompts that came before: their share, how many tokens they have together, and the host's memory
// that keeps them.

#include <QWidget>
#include <functional>
#include <optional>
#include <string>

#include "core/base/json.h"

class QCheckBox;
class QGridLayout;
class QLabel;

namespace astrolabe::ui {

class NumberField;

/// Fields traffic.cached, .prefixes, .host (with .host.check). The last two are shown where a part of the
/// prompts is cached, or a job says them.
class PrefixFields : public QWidget {
  Q_OBJECT

 public:
  explicit PrefixFields(QWidget* parent = nullptr);
  /// Shows what the job says.
  void refresh(const Json& asked);
  /// Says an error at the field that it concerns; false where it concerns none.
  bool tell(const std::optional<Error>& error, const QString& words);

 signals:
  /// A person changes the job: what, for the undo step; the key that is stated by it; how.
  void edited(const QString& what, const std::string& key, const std::function<void(astrolabe::Json&)>& edit);

 protected:
  void changeEvent(QEvent* event) override;

 private:
  QLabel* addRow(const QString& label, QWidget* field, QLabel* error);
  void addShare();
  void addTokens();
  void addHost();
  void takeHost(double gib);
  void colour();

  QGridLayout* m_grid = nullptr;
  NumberField *m_share = nullptr, *m_tokens = nullptr, *m_host = nullptr;
  QCheckBox* m_hosted = nullptr;
  QLabel* m_tokensLabel = nullptr;
  QList<QLabel*> m_quiet;
};

}  // namespace astrolabe::ui
