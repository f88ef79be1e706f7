#pragma once
// The banner above the results: what stands in the way of the question, and what would help.

#include <QObject>
#include <QTimer>

#include "ui/document/plan_document.h"
#include "ui/document/search_bridge.h"
#include "ui/render/messages.h"

namespace astrolabe::ui {

class Banner;
class ClusterView;

/// Says in one banner what keeps a question from being asked, why nothing fits, that the answer is older than
/// the inputs, or that the search broke; with a button for each way out. It follows the search by itself.
class QuestionBanner : public QObject {
  Q_OBJECT

 public:
  /// Values of the cluster are entered in `view`. Whatever is given outlives it.
  QuestionBanner(Banner& banner, PlanDocument& document, SearchBridge& bridge, ClusterView& view);
  /// Says what holds now.
  void update();

 signals:
  /// A change that makes an impossible request possible was chosen.
  void fixChosen(const astrolabe::plan::Fix& fix);

 private:
  void staleChanged();
  void sayProblem(const Error& error);
  void sayStale(bool outruns);
  void sayInfeasible(const plan::SnapshotPtr& snapshot);
  void sayElsewhere();
  void sayFailed(const plan::Snapshot& snapshot);
  bool isSaid(const Message& message) const;
  QString changesInWords() const;
  void offerPrice(const Error& error);
  void offerCounts(const Error& error);
  void offerNetwork(const Error& error);
  void offerPrecision();
  void offerRun(const QString& text);

  Banner& m_banner;
  PlanDocument& m_document;
  SearchBridge& m_bridge;
  ClusterView& m_view;
  QTimer m_staleShown;  ///< a live search answers before anybody could read a banner
  bool m_wasStale = false;
};

}  // namespace astrolabe::ui
