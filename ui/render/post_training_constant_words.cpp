#include "ui/render/post_training_constant_words.h"

#include <QCoreApplication>

#include "ui/render/numbers.h"

namespace astrolabe::ui {

namespace {

struct RoleConstants {
  Q_DECLARE_TR_FUNCTIONS(PostTrainings)
};

enum class Unit { times, seconds, rate, share, plain };

struct ConstantWords {
  const char* id;
  const char* meaning;
  Unit unit;
};

constexpr ConstantWords kWords[] = {
    {"engine_times", QT_TRANSLATE_NOOP("PostTrainings", "Engines inside trainers against servers"),
     Unit::times},
    {"wake_seconds", QT_TRANSLATE_NOOP("PostTrainings", "An engine wakes to take in weights"), Unit::seconds},
    {"gather_bytes_per_second",
     QT_TRANSLATE_NOOP("PostTrainings", "Weights gathered and renamed tensor by tensor, rate of a GPU"),
     Unit::rate},
    {"receive_bytes_per_second",
     QT_TRANSLATE_NOOP("PostTrainings", "Weights to engines on other GPUs, rate of a GPU that takes them in"),
     Unit::rate},
    {"network_share",
     QT_TRANSLATE_NOOP("PostTrainings", "Share of the network that a broadcast of weights reaches"),
     Unit::share},
    {"host_bytes_per_second",
     QT_TRANSLATE_NOOP("PostTrainings", "Models to host memory and back, rate of a GPU"), Unit::rate},
    {"log_spread",
     QT_TRANSLATE_NOOP("PostTrainings",
                       "Spread of the logarithm of lengths, where a mean and a longest are stated"),
     Unit::plain},
    {"endless_share", QT_TRANSLATE_NOOP("PostTrainings",
                       "Answers cut at the longest allowed: how long the last one is, beside the spread"),
     Unit::share},
    {"share_of_prompts",
     QT_TRANSLATE_NOOP("PostTrainings", "Share of the spread of lengths that lies between prompts"),
     Unit::share}};

const ConstantWords* wordsOf(std::string_view id) {
  for (const ConstantWords& one : kWords)
    if (id == one.id) return &one;
  return nullptr;
}

}  // namespace

QString postTrainingConstantMeaning(std::string_view id) {
  const ConstantWords* words = wordsOf(id);
  return words != nullptr ? RoleConstants::tr(words->meaning)
                          : QString::fromUtf8(id.data(), static_cast<qsizetype>(id.size()));
}

QString postTrainingConstantValue(const post_training::Constant& constant) {
  const ConstantWords* words = wordsOf(constant.id);
  switch (words != nullptr ? words->unit : Unit::plain) {
    case Unit::times:
      return RoleConstants::tr("%1 times").arg(significantText(constant.value));
    case Unit::seconds:
      return durationText(constant.value);
    case Unit::rate:
      return bandwidthText(constant.value);
    case Unit::share:
      return percentText(constant.value);
    case Unit::plain:
      break;
  }
  return significantText(constant.value);
}

}  // namespace astrolabe::ui
