#include "ui/render/sample_words.h"

#include <QCoreApplication>
#include <algorithm>
#include <iterator>

namespace astrolabe::ui {

namespace {

/// Those of core/plan/samples.cpp with words in them.
constexpr const char* kSampleNames[] = {
    QT_TRANSLATE_NOOP("SampleName", "Two generations"), QT_TRANSLATE_NOOP("SampleName", "Small"),
    QT_TRANSLATE_NOOP("SampleName", "One kind of GPU"), QT_TRANSLATE_NOOP("SampleName", "Best value"),
    QT_TRANSLATE_NOOP("SampleName", "Does not fit"),
};

}  // namespace

QString sampleNameText(std::string_view name) {
  const auto* const shipped = std::find(std::begin(kSampleNames), std::end(kSampleNames), name);
  return shipped != std::end(kSampleNames)
             ? QCoreApplication::translate("SampleName", *shipped)
             : QString::fromUtf8(name.data(), static_cast<qsizetype>(name.size()));
}

}  // namespace astrolabe::ui
