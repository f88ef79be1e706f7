// The page of fine-tuning: what is trained of a model that is trained already, on which samples, and against
// which reference.
#include <QCheckBox>
#include <QComboBox>
#include <QFormLayout>
#include <QLineEdit>
#include <QRegularExpression>
#include <cmath>

#include "ui/render/messages.h"
#include "ui/shell/job_details.h"
#include "ui/shell/number_field.h"

namespace astrolabe::ui {

using namespace Qt::StringLiterals;
using strategy::Job;
using strategy::Tuning;
using strategy::TuningMethod;

namespace {

using Names = std::vector<std::string> Tuning::*;
using Length = std::optional<double> strategy::SampleLengths::*;

QString namesText(const std::vector<std::string>& names) {
  QStringList words;
  for (const std::string& name : names) words << QString::fromStdString(name);
  return words.join(u' ');
}

std::vector<std::string> namesFrom(const QString& text) {
  static const QRegularExpression between(u"[\\s,;]+"_s);
  std::vector<std::string> names;
  for (const QString& word : text.split(between, Qt::SkipEmptyParts)) names.push_back(word.toStdString());
  return names;
}

}  // namespace

void JobDetailsDialog::buildTuning() {
  QFormLayout* form = addPage(
      tr("Fine-tuning"), tr("What is trained of a model that is trained already, and on which samples."));
  m_method = new QComboBox(this);
  m_method->setObjectName(u"jobDetails.tuning.method"_s);
  m_method->setAccessibleName(tr("Method of fine-tuning"));
  m_method->addItems(
      {tr("none: all weights, from the start"), tr("all weights (SFT)"), u"LoRA"_s, u"QLoRA"_s, u"DoRA"_s});
  form->addRow(tr("Method"), m_method);
  connect(m_method, &QComboBox::activated, this, &JobDetailsDialog::takeMethod);

  Row rank;
  rank.what = tr("rank of the adapters");
  rank.show = [](const Job& job) {
    return job.tuning && job.tuning->adapters() ? QString::number(job.tuning->rank) : QString();
  };
  rank.take = [](const QString& text, Job& job) {
    const std::optional<double> value = numberFromText(text);
    if (!job.tuning || !value || *value < 1 || *value > strategy::kLargestRank ||
        *value != std::floor(*value))
      return tr("Must be a whole number from 1 to %1.").arg(strategy::kLargestRank);
    job.tuning->rank = int(*value);
    return QString();
  };
  addRow(form, u"tuning.rank"_s, tr("Rank"), {}, std::move(rank));

  const auto addNames = [&](const QString& name, const QString& label, const QString& open, Names names,
                            bool adapters) {
    Row row;
    row.what = label;
    row.show = [names](const Job& job) { return job.tuning ? namesText((*job.tuning).*names) : QString(); };
    row.take = [this, names](const QString& text, Job& job) {
      if (!job.tuning) return QString();
      (*job.tuning).*names = namesFrom(text);
      const Result<strategy::Problem>& problem = m_document.problem();
      if (!problem) return QString();
      const auto fits = strategy::check_tuning(*job.tuning, *problem->graph);
      return fits ? QString() : messageFor(fits.error()).body;
    };
    addRow(form, name, label, open, std::move(row));
    (adapters ? m_ofAdapters : m_ofTuning).push_back(m_rows.back().field);
  };
  m_ofAdapters.push_back(m_rows.back().field);
  addNames(u"tuning.targets"_s, tr("Products with adapters"), tr("every product"), &Tuning::targets, true);
  addNames(u"tuning.frozen"_s, tr("Frozen parts"), tr("none"), &Tuning::frozen, false);

  const auto addLength = [&](const QString& name, const QString& label, Length length) {
    Row row;
    row.what = label;
    row.show = [length](const Job& job) {
      if (!job.tuning || !job.tuning->lengths) return QString();
      const std::optional<double>& tokens = (*job.tuning->lengths).*length;
      return tokens ? numberFieldText(*tokens) : QString();
    };
    row.take = [length](const QString& text, Job& job) {
      if (!job.tuning) return QString();
      strategy::SampleLengths lengths = job.tuning->lengths.value_or(strategy::SampleLengths{});
      (lengths.*length).reset();
      if (!text.trimmed().isEmpty()) {
        const std::optional<double> value = numberFromText(text);
        if (!value || *value < 1.0) return tr("Must be a number of tokens, 1 or more.");
        lengths.*length = *value;
      }
      job.tuning->lengths.reset();
      if (lengths != strategy::SampleLengths{}) job.tuning->lengths = lengths;
      return QString();
    };
    addRow(form, name, label, tr("as long as the sequence"), std::move(row));
    m_ofTuning.push_back(m_rows.back().field);
  };
  addLength(u"tuning.mean"_s, tr("Sample length, mean (tokens)"), &strategy::SampleLengths::mean);
  addLength(u"tuning.p50"_s, tr("Sample length, median"), &strategy::SampleLengths::p50);
  addLength(u"tuning.p90"_s, tr("Sample length, 90th percentile"), &strategy::SampleLengths::p90);
  addLength(u"tuning.max"_s, tr("Sample length, longest"), &strategy::SampleLengths::max);

  m_packing = new QCheckBox(tr("Pack samples into full sequences"), this);
  m_packing->setObjectName(u"jobDetails.tuning.packing"_s);
  form->addRow(m_packing);
  connect(m_packing, &QCheckBox::clicked, this, [this](bool on) {
    change(tr("packing"), {}, [on](Job& job) {
      if (job.tuning) job.tuning->packing = on;
    });
  });
  m_reference = new QComboBox(this);
  m_reference->setObjectName(u"jobDetails.tuning.reference"_s);
  m_reference->setAccessibleName(tr("Reference model of a preference loss"));
  m_reference->addItems(
      {tr("none"), tr("a frozen copy"), tr("computed before"), tr("the model without adapters")});
  form->addRow(tr("Reference model (DPO)"), m_reference);
  connect(m_reference, &QComboBox::activated, this, [this](int index) {
    change(tr("reference model"), {}, [index](Job& job) {
      if (!job.tuning) return;
      job.tuning->reference.reset();
      if (index > 0) job.tuning->reference = static_cast<strategy::Reference>(index - 1);
      if (!job.tuning->adapters() && job.tuning->reference == strategy::Reference::adapter)
        job.tuning->reference = strategy::Reference::copy;
    });
  });
}

/// What another method has no use for goes with it.
void JobDetailsDialog::takeMethod(int index) {
  change(tr("method of fine-tuning"), {}, [index](Job& job) {
    if (index == 0) return job.tuning.reset();
    Tuning tuning = job.tuning.value_or(Tuning{});
    tuning.method = static_cast<TuningMethod>(index - 1);
    if (!tuning.adapters()) {
      tuning.rank = strategy::kDefaultRank;
      tuning.targets.clear();
      if (tuning.reference == strategy::Reference::adapter) tuning.reference = strategy::Reference::copy;
    }
    job.tuning = tuning;
  });
}

void JobDetailsDialog::showTuning() {
  const std::optional<Tuning>& tuning = m_document.plan().job.tuning;
  m_method->setCurrentIndex(tuning ? static_cast<int>(tuning->method) + 1 : 0);
  m_reference->setCurrentIndex(tuning && tuning->reference ? static_cast<int>(*tuning->reference) + 1 : 0);
  m_packing->setChecked(tuning && tuning->packing);
  m_reference->setEnabled(tuning.has_value());
  m_packing->setEnabled(tuning && tuning->lengths);
  for (QLineEdit* field : m_ofTuning) field->setEnabled(tuning.has_value());
  for (QLineEdit* field : m_ofAdapters) field->setEnabled(tuning && tuning->adapters());
}

}  // namespace astrolabe::ui
