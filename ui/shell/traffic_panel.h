#pragma once
// What is asked of machines that serve: traffic, lengths, promises, precisions, engine. Every edit is one
// undo step.

#include <utility>
#include <vector>

#include "ui/document/plan_document.h"
#include "ui/shell/field_rows.h"

class QAction;
class QLineEdit;

namespace astrolabe::ui {

class LengthsField;
class TrafficExtras;
class PrefixFields;

/// Fields traffic.kind, .rate, .users, those of LengthsField under .input and .output, .ttft, .tpot, .e2e
/// (with "….check"), .quantile, .precision, .kvPrecision, .engine, .engineDate, .spares, .layers, .error,
/// and those of PrefixFields and TrafficExtras. Values that nobody stated look it.
class TrafficPanel : public FieldRows {
  Q_OBJECT

 public:
  explicit TrafficPanel(PlanDocument& document, QWidget* parent = nullptr);
  /// Says what is wrong with the question at the field that it concerns, or at the end; none takes it back.
  void tell(const std::optional<Error>& error);

 private:
  struct Promise {
    const char* key;
    QString text;  ///< for the undo step
    double unit;   ///< seconds of one in the field
    double start;  ///< seconds, where it is switched on for the first time
    QCheckBox* check = nullptr;
    NumberField* field = nullptr;
  };
  using Edit = std::function<void(Json&)>;

  void change(const QString& what, const std::string& key, const Edit& edit);
  void addTraffic();
  void addLengths();
  void addPromises();
  void addPromise(const char* name, const QString& label, const QString& unit, const QString& meaning,
                  Promise promise);
  void addEngine();
  QComboBox* addChoice(const char* name, const QString& label, const QString& tip,
                       const std::vector<std::pair<QString, QString>>& choices);
  void takeKind(int kind);
  void takeProfile(const QString& id);
  void refresh();
  void showOptional(const Json& asked);
  bool isStated(const Json& asked, const std::string& key) const;

  PlanDocument& m_document;
  bool m_refreshing = false;
  QComboBox *m_kind = nullptr, *m_precision = nullptr, *m_kvPrecision = nullptr, *m_engine = nullptr;
  NumberField *m_rate = nullptr, *m_users = nullptr, *m_quantile = nullptr, *m_spares = nullptr;
  QLabel *m_rateLabel = nullptr, *m_usersLabel = nullptr, *m_kindLabel = nullptr, *m_precisionLabel = nullptr,
         *m_kvLabel = nullptr, *m_engineLabel = nullptr, *m_dateLabel = nullptr;
  QLineEdit* m_date = nullptr;
  QCheckBox* m_layers = nullptr;
  LengthsField *m_input = nullptr, *m_output = nullptr;
  PrefixFields* m_prefix = nullptr;
  TrafficExtras* m_extras = nullptr;
  std::vector<Promise> m_promises;
  QLabel* m_error = nullptr;
};

/// What a job that serves asks where nobody has said anything yet: a start that is marked as assumed.
Json firstServingJob(const strategy::Job& training);

}  // namespace astrolabe::ui
