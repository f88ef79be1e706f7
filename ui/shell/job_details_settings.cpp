// The page of the values that settings of a strategy may have.
#include <QCheckBox>
#include <QFormLayout>
#include <QGridLayout>
#include <QLineEdit>

#include "core/strategy/space.h"
#include "ui/shell/job_details.h"
#include "ui/shell/job_settings.h"

namespace astrolabe::ui {

using namespace Qt::StringLiterals;

void JobDetailsDialog::buildSettings() {
  QFormLayout* form = addPage(
      tr("Settings"),
      tr("Values that a strategy may have: a list such as 1 2 4 8, or a range such as 1-8. Empty: all "
         "of them."));
  for (const std::string& key : strategy::setting_keys()) {
    if (!settingChoices(key).empty()) {
      addChoices(form, key);
      continue;
    }
    Row row;
    row.what = settingName(key);
    row.show = [key](const strategy::Job& job) {
      QStringList values;
      if (const auto found = job.allowed.find(key); found != job.allowed.end())
        for (const std::string& value : found->second) values << QString::fromStdString(value);
      return values.join(u' ');
    };
    row.take = [this, key](const QString& text, strategy::Job& job) {
      const TypedValues typed = typedValues(text, [this, key] {
        const Result<strategy::Problem>& problem = m_document.problem();
        return problem ? strategy::usual_values(*problem, key) : std::vector<int>();
      });
      if (!typed.problem.isEmpty()) return typed.problem;
      if (typed.values.empty())
        job.allowed.erase(key);
      else
        job.allowed[key] = typed.values;
      return QString();
    };
    addRow(form, QString::fromStdString(key), settingName(key), tr("all"), std::move(row));
    m_rows.back().field->setToolTip(QString::fromStdString(key));
  }
}

/// Values with names: those that are ticked are allowed. The last one stays.
void JobDetailsDialog::addChoices(QFormLayout* form, const std::string& key) {
  const QString name = QString::fromStdString(key);
  auto* boxes = new QWidget(form->parentWidget());
  boxes->setToolTip(name);
  auto* line = new QGridLayout(boxes);
  line->setContentsMargins(0, 0, 0, 0);
  constexpr int kColumns = 3;
  Choices choices{key, {}};
  for (const auto& [value, words] : settingChoices(key)) {
    auto* box = new QCheckBox(words, boxes);
    box->setObjectName(u"jobDetails.%1.%2"_s.arg(name, QString::fromStdString(value)));
    box->setAccessibleName(tr("%1: %2", "setting and value").arg(settingName(key), words));
    const int at = int(choices.boxes.size());
    line->addWidget(box, at / kColumns, at % kColumns);
    choices.boxes.emplace_back(value, box);
  }
  line->setColumnStretch(kColumns, 1);
  for (const auto& [value, box] : choices.boxes)
    connect(box, &QCheckBox::clicked, this, [this, at = m_choices.size()] { takeChoices(m_choices[at]); });
  form->addRow(settingName(key), boxes);
  m_choices.push_back(std::move(choices));
}

void JobDetailsDialog::takeChoices(const Choices& choices) {
  std::vector<std::string> values;
  for (const auto& [value, box] : choices.boxes)
    if (box->isChecked()) values.push_back(value);
  if (values.empty()) return refresh();
  change(settingName(choices.key), {}, [&](strategy::Job& job) {
    if (values == usualChoices(choices.key))
      job.allowed.erase(choices.key);
    else
      job.allowed[choices.key] = values;
  });
}

}  // namespace astrolabe::ui
