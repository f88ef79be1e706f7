#include "ui/render/tuning_words.h"

#include <QCoreApplication>
#include <QStringList>
#include <array>

#include "ui/render/numbers.h"

namespace astrolabe::ui {

using namespace Qt::StringLiterals;

namespace {

struct TuningWords {
  Q_DECLARE_TR_FUNCTIONS(astrolabe::ui::TuningWords)
};

QString nameOf(strategy::TuningMethod method) {
  switch (method) {
    case strategy::TuningMethod::lora:
      return u"LoRA"_s;
    case strategy::TuningMethod::qlora:
      return u"QLoRA"_s;
    case strategy::TuningMethod::dora:
      return u"DoRA"_s;
    case strategy::TuningMethod::full:
      break;
  }
  return {};
}

QString referenceText(strategy::Reference reference) {
  switch (reference) {
    case strategy::Reference::copy:
      return TuningWords::tr("DPO against a copy");
    case strategy::Reference::precomputed:
      return TuningWords::tr("DPO against precomputed probabilities");
    case strategy::Reference::adapter:
      return TuningWords::tr("DPO against the model without its adapters");
  }
  return {};
}

/// "mean 800, median 500, 90 % 2000, longest 8192": what is stated of the lengths.
QString lengthsText(const strategy::SampleLengths& lengths) {
  QStringList parts;
  const auto add = [&](const QString& words, const std::optional<double>& tokens) {
    if (tokens) parts << words.arg(significantText(*tokens));
  };
  add(TuningWords::tr("mean %1"), lengths.mean);
  add(TuningWords::tr("median %1"), lengths.p50);
  add(TuningWords::tr("90 % at most %1"), lengths.p90);
  add(TuningWords::tr("longest %1"), lengths.max);
  return parts.join(u", "_s);
}

}  // namespace

QString tuningMethodText(const strategy::Tuning& tuning) {
  return tuning.adapters()
             ? TuningWords::tr("%1, rank %2", "LoRA, rank 16").arg(nameOf(tuning.method)).arg(tuning.rank)
             : TuningWords::tr("all weights");
}

QString tuningNames(const std::vector<std::string>& names, const QString& none) {
  QStringList words;
  for (const std::string& name : names) words << QString::fromStdString(name);
  return words.isEmpty() ? none : words.join(u", "_s);
}

QString tuningText(const std::optional<strategy::Tuning>& tuning) {
  if (!tuning) return unknownText();
  QStringList parts{tuningMethodText(*tuning)};
  if (tuning->adapters()) parts << tuningNames(tuning->targets, TuningWords::tr("every product"));
  if (!tuning->frozen.empty()) parts << TuningWords::tr("frozen: %1").arg(tuningNames(tuning->frozen, {}));
  if (tuning->lengths)
    parts << TuningWords::tr("samples: %1", "mean 800, longest 8192").arg(lengthsText(*tuning->lengths));
  if (tuning->lengths || !tuning->packing)
    parts << (tuning->packing ? TuningWords::tr("packed") : TuningWords::tr("padded"));
  if (tuning->reference) parts << referenceText(*tuning->reference);
  return parts.join(u" · "_s);
}

}  // namespace astrolabe::ui
