// What views say of toys.
#include "tests/kinds/toy_layout.h"
#include "tests/kinds/toy_views.h"
#include "ui/render/numbers.h"

namespace astrolabe::tests {

namespace {

using namespace Qt::StringLiterals;

class ToyWords final : public ui::KindWords {
 public:
  std::string_view kind() const override { return kToy; }
  QString label() const override { return u"toy"_s; }
  QString line(const planning::Layout& layout) const override {
    return u"Toy of %1 GPUs"_s.arg(static_cast<const ToyLayout&>(layout).gpus());
  }
  QString whyNotEdited() const override { return u"A toy is not edited."_s; }
  QString cell(std::string_view field, const planning::Option& option) const override {
    return field == "schedule" ? u"play"_s : KindWords::cell(field, option);
  }
  QString word(std::string_view field, const planning::Option&) const override {
    return field == "schedule" ? u"play"_s : QString();
  }
  QString tip() const override { return u"See Toys"_s; }
  QString reportText(const planning::Option& option, const cost::Evaluation&) const override {
    return u"A toy takes a step in %1."_s.arg(ui::durationText(option.evaluation.step.value));
  }
};

}  // namespace

const ui::KindWords& toyWords() {
  static const ToyWords words;
  return words;
}

}  // namespace astrolabe::tests
