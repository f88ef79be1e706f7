// The page of toys among the results.
#include <QLabel>
#include <QVBoxLayout>

#include "tests/kinds/toy_layout.h"
#include "tests/kinds/toy_views.h"
#include "ui/render/kind_words.h"

namespace astrolabe::tests {

namespace {

using namespace Qt::StringLiterals;

class ToyPage final : public ui::KindPage {
 public:
  ToyPage(ui::PlannerBridge& bridge, QWidget* parent) : KindPage(parent), m_bridge(bridge) {
    setObjectName(u"toyPage"_s);
    auto* column = new QVBoxLayout(this);
    m_words = new QLabel(this);
    m_words->setObjectName(u"toyWords"_s);
    column->addWidget(m_words);
    connect(&m_bridge, &ui::PlannerBridge::changed, this, &ToyPage::refresh);
    refresh();
  }
  planning::OptionPtr option() const override { return m_bridge.option(); }
  QString copyText() const override { return m_words->text(); }

 protected:
  void showEvent(QShowEvent* event) override {
    KindPage::showEvent(event);
    m_bridge.setWanted(this, true);
  }
  void hideEvent(QHideEvent* event) override {
    KindPage::hideEvent(event);
    m_bridge.setWanted(this, false);
  }

 private:
  void refresh() {
    const planning::OptionPtr shown = option();
    m_words->setText(shown ? ui::layoutLine(shown->layout) : u"No toy yet."_s);
    emit looksChanged();
  }

  ui::PlannerBridge& m_bridge;
  QLabel* m_words = nullptr;
};

class ToyResults final : public ui::KindResults {
 public:
  std::string_view kind() const override { return kToy; }
  QString title() const override { return u"Toys"_s; }
  QString exportTitle() const override { return u"Export the toy"_s; }
  ui::ExportWords wordsOf(const std::string&) const override {
    return {u"Export as text…"_s, u"Text (*.txt)"_s};
  }
  ui::KindPage* makePage(ui::PlanDocument&, ui::PlannerBridge& bridge, QWidget* parent) const override {
    return new ToyPage(bridge, parent);
  }
};

}  // namespace

const ui::KindResults& toyResults() {
  static const ToyResults results;
  return results;
}

}  // namespace astrolabe::tests
