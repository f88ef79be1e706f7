#pragma once
// Parts of prompts that came before: their share, how many tokens they have together, and the host's memory
// that keeps them.

#include "ui/shell/field_rows.h"

namespace astrolabe::ui {

/// Fields traffic.cached, .prefixes, .host (with .host.check). The last two are shown where a part of the
/// prompts is cached, or a job says them.
class PrefixFields : public FieldRows {
  Q_OBJECT

 public:
  explicit PrefixFields(QWidget* parent = nullptr);
  /// Shows what the job says.
  void refresh(const Json& asked);
  /// Says an error at the field that it concerns; false where it concerns none.
  bool tell(const std::optional<Error>& error, const QString& words);

 private:
  void addShare();
  void addTokens();
  void addHost();
  void takeHost(double gib);

  NumberField *m_share = nullptr, *m_tokens = nullptr, *m_host = nullptr;
  QCheckBox* m_hosted = nullptr;
  QLabel* m_tokensLabel = nullptr;
};

}  // namespace astrolabe::ui
