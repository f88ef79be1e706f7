#include "ui/render/sample_words.h"

#include "ui/render/shipped_text.h"

namespace astrolabe::ui {

namespace {

/// Names of core/plan/samples.cpp with words in them.
constexpr const char* kSampleNames[] = {
    QT_TRANSLATE_NOOP("SampleName", "Two generations"),   QT_TRANSLATE_NOOP("SampleName", "Small"),
    QT_TRANSLATE_NOOP("SampleName", "One kind of GPU"),   QT_TRANSLATE_NOOP("SampleName", "Best value"),
    QT_TRANSLATE_NOOP("SampleName", "Does not fit"),      QT_TRANSLATE_NOOP("SampleName", "Chat"),
    QT_TRANSLATE_NOOP("SampleName", "Experts on a rack"), QT_TRANSLATE_NOOP("SampleName", "Mixed fleet"),
    QT_TRANSLATE_NOOP("SampleName", "Three regions"),
};

}  // namespace

QString sampleNameText(std::string_view name) { return shippedText(kSampleNames, "SampleName", name); }

}  // namespace astrolabe::ui
