// ui/shell/slides: how a page of a presentation is drawn, looked at pixel by pixel.
#include <QtTest>
#include <algorithm>

#include "core/plan/plan_file.h"
#include "core/plan/samples.h"
#include "core/planning/deployments.h"
#include "core/planning/sharded.h"
#include "tests/program/test_program.h"
#include "ui/render/kind_words.h"
#include "ui/render/money.h"
#include "ui/render/numbers.h"
#include "ui/render/report_words.h"
#include "ui/render/theme.h"
#include "ui/shell/serving_slides.h"
#include "ui/shell/slides.h"

namespace tst_slides {

using namespace astrolabe;
using namespace astrolabe::ui;
using namespace Qt::StringLiterals;

class TestSlides : public QObject {
  Q_OBJECT

 private slots:
  void initTestCase() { QLocale::setDefault(QLocale(QLocale::English, QLocale::UnitedStates)); }

  /// The last column of a table, heading and all: numbers end on one line at the right edge of the page,
  /// words begin on one line.
  void numbersEndOnOneLine_data() {
    QTest::addColumn<bool>("numbers");
    QTest::newRow("numbers") << true;
    QTest::newRow("words") << false;
  }
  void numbersEndOnOneLine() {
    QFETCH(bool, numbers);
    SlideContent page;
    page.rows = {
        {u"Option"_s, u"Tokens/s"_s}, {u"A"_s, u"9"_s}, {u"B"_s, u"51,289"_s}, {u"C"_s, u"1,024,000"_s}};
    page.boldRow = 0;
    if (numbers) page.numbers = {1};
    const Theme theme = Theme::make(ThemeKind::Light);
    QImage drawn(1920, 1080, QImage::Format_RGB32);
    drawn.fill(theme.panel);
    QPainter painter(&drawn);
    paintSlide(painter, drawn.rect(), page, theme, 1.0);
    painter.end();
    // Letters are dark, the lines between the rows are not. Of each row the ink behind its first word.
    const auto isInk = [&](int x, int y) { return drawn.pixelColor(x, y).lightness() < 130; };
    QList<int> starts, ends;
    bool inside = false;
    for (int y = 0; y < drawn.height(); ++y) {
      int first = -1, last = -1;
      for (int x = drawn.width() / 4; x < drawn.width(); ++x)
        if (isInk(x, y)) {
          if (first < 0) first = x;
          last = x;
        }
      if (first >= 0 && !inside) {
        starts << first;
        ends << last;
      } else if (first >= 0) {
        starts.back() = std::min(starts.back(), first);
        ends.back() = std::max(ends.back(), last);
      }
      inside = first >= 0;
    }
    QCOMPARE(starts.size(), 4);
    const QList<int>& same = numbers ? ends : starts;
    const auto [least, most] = std::minmax_element(same.begin(), same.end());
    QVERIFY2(*most - *least <= 6, qPrintable(u"%1 to %2"_s.arg(*least).arg(*most)));
    const int edge = drawn.width() - 72;  // design pixels beside a page
    if (numbers) QVERIFY2(std::abs(*most - edge) <= 6, qPrintable(QString::number(*most)));
  }

  /// Where a plan of another kind leads, the pages are about it and say how far the best strategy is behind:
  /// 50,000 tokens/s against 40,000, a fifth less, and 36,000, 28 % less.
  void anotherKindLeads() {
    auto made = std::make_shared<plan::Snapshot>();
    made->problem = std::make_shared<const strategy::Problem>(
        *plan::make_problem(plan::sample_plan(), hardware::Catalogue::built_in()));
    made->status = plan::Status::optimal;
    const auto row = [](double speed, double hours) {
      cost::Evaluation one;
      one.gpus = {32, 32};
      one.tokens_per_second = speed;
      one.step = Seconds{1e6 / speed};
      one.time[cost::Part::compute_forward] = one.step.value;
      one.outcome.hours = one.outcome.hours_low = one.outcome.hours_high = hours;
      return one;
    };
    made->best = {row(40'000.0, 70.0), row(36'000.0, 78.0)};
    made->best[1].strategy.micro_batch = 2;
    auto shares = std::make_shared<planning::Option>();
    shares->evaluation = row(50'000.0, 56.0);
    shares->layout = std::make_shared<const planning::ShardedLayout>(mesh::ShardedProgram(), 0.0,
                                                                     std::vector<std::string>());
    shares->proof = {false, 0.02};
    const Theme theme = Theme::make(ThemeKind::Light);
    SlideView view;
    view.leader = shares;
    const auto page = [&](Slide slide, const std::vector<SlideOption>& options = {}) {
      return slideContent(slide, made, hardware::Catalogue::built_in(), theme, false, options, view);
    };
    const SlideContent ranking = page(Slide::Ranking);
    QCOMPARE(ranking.rows.size(), std::size_t(4));
    QCOMPARE(ranking.rows[1].front(), u"sharded"_s);
    QCOMPARE(ranking.rows[1].back(), unknownText());
    QCOMPARE(ranking.rows[2].front(), u"1"_s);
    QCOMPARE(ranking.rows[2].back(), signedPercentText(-0.2));
    QCOMPARE(ranking.rows[3].back(), signedPercentText(-0.28));
    QCOMPARE(ranking.boldRow, std::size_t(1));
    const SlideContent winner = page(Slide::Winner);
    QCOMPARE(winner.figures[0][0], significantText(50'000.0));
    QVERIFY(winner.answer);
    QCOMPARE(winner.ranks.size(), std::size_t(3));
    QVERIFY(winner.ranks[0].best && !winner.ranks[1].best && !winner.ranks[2].best);
    QVERIFY2(winner.ranks[0].name.startsWith(u"Sharded"_s), qPrintable(winner.ranks[0].name));
    QVERIFY2(winner.sentences.join(u' ').contains(signedPercentText(-0.2)), qPrintable(winner.spoken()));
    QVERIFY2(!winner.spoken().contains(u"micro-batch"_s), qPrintable(winner.spoken()));
    QVERIFY2(winner.spoken().contains(u"none of them takes unequal ones"_s), qPrintable(winner.spoken()));
    const SlideContent why = page(Slide::Why);
    QCOMPARE(why.bars.size(), std::size_t(2));
    // With 40,000 tokens/s in the place of 50,000 a step takes a quarter more.
    QVERIFY2(why.sentences.join(u' ').contains(signedPercentText(0.25)), qPrintable(why.spoken()));
    // The bars compare: both are as wide as their seconds, the longer one as the page.
    double longest = 0.0;
    for (const SlideBar& bar : why.bars) {
      double sum = 0.0;
      for (const Share& share : bar.shares) sum += share.value;
      longest = std::max(longest, sum);
    }
    for (const SlideBar& bar : why.bars) QCOMPARE(bar.scale, longest);
    QVERIFY2(why.sentences.join(u' ').contains(percentText(0.02)), qPrintable(why.spoken()));
    QVERIFY(page(Slide::Risks).sentences.front().startsWith(u"First of all kinds of plan found"_s));

    // Between scenarios it decides, too: 56 h against 60 h, where the best strategy takes 70 h.
    auto other = std::make_shared<plan::Snapshot>(*made);
    other->best = {row(46'000.0, 60.0)};
    std::vector<SlideOption> options(2);
    options[0] = {u"A"_s, made, true, true, 1, true};
    options[1] = {u"B"_s, other, false, false, 2, true};
    const SlideContent both = page(Slide::Options, options);
    QCOMPARE(both.boldRow, std::size_t(1));
    QCOMPARE(both.rows[1].front(), u"A, sharded"_s);
    QCOMPARE(both.rows[1][1], significantText(50'000.0));
    QCOMPARE(both.rows[2].front(), u"B"_s);
    QVERIFY2(both.sentences.join(u' ').contains(u"For A a plan of another kind is recommended"_s),
             qPrintable(both.spoken()));
    QCOMPARE(page(Slide::Winner, options).figures[0][0], significantText(50'000.0));
    view.leader = nullptr;
    QCOMPARE(page(Slide::Options, options).boldRow, std::size_t(2));
    QCOMPARE(page(Slide::Ranking).rows[1].front(), u"1"_s);
    // A layout too long for a column is called by its kind and GPUs, and stands whole in a sentence: the four
    // parts "8 old × 2" take more than 36 letters.
    auto parted = std::make_shared<planning::Option>(*shares);
    mesh::ShardedProgram program;
    program.parts.resize(4);
    for (mesh::ShardedPart& part : program.parts) part.pool = 0, part.gpus = 8, part.sequences = 2;
    parted->layout = std::make_shared<const planning::ShardedLayout>(std::move(program), 0.0,
                                                                     std::vector<std::string>{"old"});
    view.leader = parted;
    const QString named = u"sharded on "_s + reportGpus(*made->problem, parted->evaluation);
    QCOMPARE(page(Slide::Ranking).rows[1][1], named);
    QCOMPARE(page(Slide::Ranking).headline, u"The best plans of all kinds found"_s);
    QVERIFY(page(Slide::Ranking).sentences.front().contains(layoutLine(parted->layout)));
    QCOMPARE(page(Slide::Winner).ranks[0].name, named);
    QCOMPARE(page(Slide::Why).headline, named);
    QVERIFY2(page(Slide::Why).sentences.front().startsWith(u"It is the fastest plan of all kinds found"_s),
             qPrintable(page(Slide::Why).spoken()));
    // Only it fits: no page says that nothing does.
    view.leader = shares;
    made->best.clear();
    made->status = plan::Status::infeasible;
    QCOMPARE(page(Slide::Winner).figures[0][0], significantText(50'000.0));
    QCOMPARE(page(Slide::Ranking).rows.size(), std::size_t(2));
    QCOMPARE(page(Slide::Why).bars.size(), std::size_t(1));
  }

  /// A purchase between three scenarios on a screen of 1280 x 800: the headline says which to take, the price
  /// to buy has a column, and the last column of every row is on the page.
  void thePageOfAPurchase() {
    const auto bought = [](double days, double usd, double purchase) {
      strategy::Problem problem = *plan::make_problem(plan::sample_plan(), hardware::Catalogue::built_in());
      problem.job.cost.basis = hardware::CostBasis::buy;
      auto made = std::make_shared<plan::Snapshot>();
      made->problem = std::make_shared<const strategy::Problem>(problem);
      made->objective = strategy::Objective::money;
      cost::Evaluation best;
      best.gpus = {32, 32};
      best.tokens_per_second = 51'289.0;
      best.outcome.hours = best.outcome.hours_low = best.outcome.hours_high = 24.0 * days;
      best.outcome.usd = best.outcome.usd_low = best.outcome.usd_high = Usd{usd};
      best.money.purchase = Usd{purchase};
      made->best = {best};
      return plan::SnapshotPtr(made);
    };
    const plan::SnapshotPtr a = bought(41, 3.2e6, 9.6e6), b = bought(62, 2.4e6, 7.1e6),
                            c = bought(90, 4.0e6, 5e6);
    std::vector<SlideOption> options(3);
    options[0] = {u"A: 64 H100 SXM 80GB + 128 A100 SXM 80GB"_s, a, true, true, 1, true};
    options[1] = {u"B: 48 H100 SXM 80GB + 64 A100 SXM 80GB"_s, b, false, false, 2, true};
    options[2] = {
        u"C: 256 A100 SXM 40GB, a name that is longer than there is room for"_s, c, false, false, 3, true};
    const Theme theme = Theme::make(ThemeKind::Light);
    const auto page = [&](bool hide) {
      return slideContent(Slide::Options, a, hardware::Catalogue::built_in(), theme, hide, options);
    };
    const SlideContent shown = page(false);
    QVERIFY2(shown.headline.startsWith(u"Buy B"_s) && shown.headline.contains(u"62"_s),
             qPrintable(shown.headline));
    QCOMPARE(shown.boldRow, std::size_t(2));
    QVERIFY(shown.rows[0].contains(u"To buy"_s));
    QVERIFY2(shown.rows[2].join(u' ').contains(u"$7.10"_s), qPrintable(shown.rows[2].join(u' ')));
    QVERIFY2(shown.sentences.join(u' ').contains(u"seed 1"_s), qPrintable(shown.sentences.join(u' ')));
    QVERIFY(!tellsMoney(page(true).spoken()));
    // Shown is a scenario that nothing fits: the options are the same, the pages those of B, and say so.
    auto nothing = std::make_shared<plan::Snapshot>(*a);
    nothing->best.clear();
    nothing->status = plan::Status::infeasible;
    const auto of = [&](Slide slide) {
      return slideContent(slide, nothing, hardware::Catalogue::built_in(), theme, false, options);
    };
    const SlideContent left = of(Slide::Options);
    QVERIFY2(left.headline.startsWith(u"Buy B"_s), qPrintable(left.headline));
    QCOMPARE(left.rows.size(), std::size_t(4));
    QVERIFY2(left.rows[1].contains(u"nothing fits"_s), qPrintable(left.rows[1].join(u' ')));
    QVERIFY(of(Slide::Cluster).headline.startsWith(options[1].name + u": "_s));
    QVERIFY(!of(Slide::Cluster).figures.empty());
    QCOMPARE(
        slideContent(Slide::Cluster, nothing, hardware::Catalogue::built_in(), theme, false, {}).headline,
        u"No strategy fits"_s);
    // The last column, "none" in each row: ink right of all that stands before it, and none at the edge.
    QImage drawn(1280, 800, QImage::Format_RGB32);
    drawn.fill(theme.panel);
    QPainter painter(&drawn);
    paintSlide(painter, drawn.rect(), shown, theme, 1.0);
    painter.end();
    int right = 0;
    for (int y = drawn.height() / 2; y < drawn.height(); ++y)
      for (int x = 0; x < drawn.width(); ++x)
        if (drawn.pixelColor(x, y).lightness() < 130) right = std::max(right, x);
    QVERIFY2(right > 1000 && right <= drawn.width() - 53, qPrintable(QString::number(right)));
  }

  /// More sentences than a screen of 1280 x 800 has room for: none lies over the line at the foot of the
  /// page.
  void sentencesEndOnThePage() {
    SlideContent page;
    page.headline = u"Chosen because"_s;
    for (int i = 0; i < 30; ++i) page.sentences << u"Reason %1: its pipeline has no bubble."_s.arg(i);
    const Theme theme = Theme::make(ThemeKind::Light);
    QImage drawn(1280, 800, QImage::Format_RGB32);
    drawn.fill(theme.panel);
    QPainter painter(&drawn);
    paintSlide(painter, drawn.rect(), page, theme, 1.0);
    painter.end();
    int lowest = 0;
    for (int y = 0; y < drawn.height(); ++y)
      for (int x = 0; x < drawn.width(); ++x)
        if (drawn.pixelColor(x, y).lightness() < 130) lowest = y;
    // 72 design pixels of 1080 are 53 of 800.
    QVERIFY2(lowest > 600 && lowest <= 800 - 53, qPrintable(QString::number(lowest)));
  }

  /// Every page of a plan that serves says something and is drawn; where money is hidden no sum is left.
  void servingPages() {
    const auto question =
        planning::make_question(plan::serving_sample_named("serve-chat"), hardware::Catalogue::built_in());
    QVERIFY(question.has_value());
    planning::Run run;
    run.options.threads = 1;
    SlideOption option;
    option.name = u"A"_s;
    option.serves = option.shown = true;
    option.found = planning::deployment_planner().plan(*question, run);
    QVERIFY(!option.found->options.empty());
    const deploy::Fleet& best =
        planning::as<planning::DeploymentLayout>(option.found->options.front()->layout)->fleet();
    const Theme theme = Theme::make(ThemeKind::Light);
    QImage image(1920, 1080, QImage::Format_ARGB32);
    for (int place = 0; place <= static_cast<int>(Slide::Breakdown); ++place) {
      const auto slide = static_cast<Slide>(place);
      const SlideContent open = servingSlide(slide, option, theme, false, {option});
      QVERIFY2(!open.headline.isEmpty(), qPrintable(slideTitle(slide)));
      const QString hidden = servingSlide(slide, option, theme, true, {option}).spoken();
      for (const auto& usd : {best.usd_per_million_tokens, best.usd_per_hour})
        QVERIFY2(!hidden.contains(moneyText(usd)), qPrintable(hidden));
      QPainter painter(&image);
      QVERIFY(paintSlide(painter, QRectF(0, 0, 1920, 1080), open, theme, 1.0) > 0);
    }
    const SlideContent winner = servingSlide(Slide::Winner, option, theme, false, {option});
    QCOMPARE(winner.figures.front()[0], significantText(best.figures.output_tokens_per_second_per_gpu));
    QVERIFY(servingSlide(Slide::Cost, option, theme, false, {option})
                .spoken()
                .contains(moneyText(best.usd_per_million_tokens)));
    // A month is a twelfth of 8,766 hours, as everywhere.
    const auto month = servingSlide(Slide::Cost, option, theme, false, {option}).figures.at(2);
    QVERIFY2(month[1].contains(u"730.5"_s), qPrintable(month[1]));
    QVERIFY(best.usd_per_hour.has_value());
    QCOMPARE(month[0], moneyText(*best.usd_per_hour * 730.5));
    option.found.reset();
    QVERIFY(servingSlide(Slide::Winner, option, theme, false, {option}).headline.contains(u"A"_s));
  }
};

}  // namespace tst_slides

ASTROLABE_TEST(tst_slides, TestSlides)
#include "tst_slides.moc"
