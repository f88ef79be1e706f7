// core/exports/trace: what a trace viewer needs to show lanes by name, in order, with events that nest.
#include <QtTest>
#include <cmath>
#include <map>

#include "core/exports/trace.h"
#include "tests/program/test_program.h"

namespace tst_trace {

using namespace astrolabe;
using cost::SpanKind;

namespace {

cost::Span span(double start, double end, SpanKind kind, int micro_batch) {
  cost::Span span;
  span.start = start;
  span.end = end;
  span.kind = kind;
  span.micro_batch = micro_batch;
  return span;
}

/// Two stages, one micro-batch: F 1 s, send 0.5 s, F 1 s, B 2 s, send 0.5 s, B 2 s; step 7 s.
cost::Timeline two_stages() {
  cost::Timeline timeline;
  timeline.step = 7.0;
  timeline.micro_batches = 1;
  cost::Lane first, second;
  first.work = {span(0.0, 1.0, SpanKind::forward, 0), span(5.0, 7.0, SpanKind::backward, 0)};
  first.work[1].waited = 4.0;
  first.work[1].waited_for = 1;
  first.work[1].critical = true;
  first.transfers = {span(1.0, 1.5, SpanKind::send, 0), span(1.25, 5.0, SpanKind::receive, 0)};
  first.transfers[0].bytes = 1e6;
  first.transfers[0].peer = 1;
  first.memory = {{0.0, 0.0}, {1.0, 2e9}, {7.0, 0.0}};
  first.fixed_bytes = 3e9;
  second.work = {span(1.5, 2.5, SpanKind::forward, 0), span(2.5, 4.5, SpanKind::backward, 0)};
  timeline.lanes = {first, second};
  return timeline;
}

std::vector<Json> of_phase(const Json& trace, const char* phase) {
  std::vector<Json> result;
  for (const Json& event : trace["traceEvents"])
    if (event["ph"] == phase) result.push_back(event);
  return result;
}

}  // namespace

class TestTrace : public QObject {
  Q_OBJECT

 private slots:
  void lanesHaveNamesAndOrder() {
    const Json trace = exports::trace_json(two_stages(), {"stage 0 · new", "stage 1 · old"});
    std::map<int, std::string> names;
    std::map<int, int> order;
    std::map<std::pair<int, int>, std::string> threads;
    for (const Json& event : of_phase(trace, "M")) {
      const int process = event["pid"].get<int>();
      if (event["name"] == "process_name") names[process] = event["args"]["name"].get<std::string>();
      if (event["name"] == "process_sort_index") order[process] = event["args"]["sort_index"].get<int>();
      if (event["name"] == "thread_name")
        threads[{process, event["tid"].get<int>()}] = event["args"]["name"].get<std::string>();
    }
    QCOMPARE(names.size(), std::size_t(2));
    QCOMPARE(names[1], std::string("stage 0 · new"));
    QVERIFY(order[1] < order[2]);
    // Send and receive overlap on the first stage, so that it has two transfer lanes; the second has one.
    QCOMPARE((threads[{1, 0}]), std::string("compute"));
    QCOMPARE((threads[{1, 1}]), std::string("transfers 1"));
    QCOMPARE((threads[{1, 2}]), std::string("transfers 2"));
    QCOMPARE((threads[{2, 1}]), std::string("transfers"));
  }
  void microsecondsAndValues() {
    const Json trace = exports::trace_json(two_stages(), {});
    Json backward;
    for (const Json& event : of_phase(trace, "X"))
      if (event["name"] == "backward 0" && event["pid"] == 1) backward = event;
    QCOMPARE(backward["ts"].get<double>(), 5e6);
    QCOMPARE(backward["dur"].get<double>(), 2e6);
    QCOMPARE(backward["args"]["waited_us"].get<double>(), 4e6);
    QCOMPARE(backward["args"]["waited_for_stage"].get<int>(), 1);
    QVERIFY(backward["args"]["critical"].get<bool>());
  }
  void eventsOfALaneNest() {
    const Json trace = exports::trace_json(two_stages(), {});
    std::map<std::pair<int, int>, std::vector<std::pair<std::int64_t, std::int64_t>>> lanes;
    for (const Json& event : of_phase(trace, "X")) {
      const std::int64_t start = std::llround(event["ts"].get<double>() * 1e3);
      lanes[{event["pid"].get<int>(), event["tid"].get<int>()}].emplace_back(
          start, start + std::llround(event["dur"].get<double>() * 1e3));
    }
    for (const auto& [lane, events] : lanes)
      for (const auto& a : events)
        for (const auto& b : events) {
          const bool apart = a.second <= b.first || b.second <= a.first;
          const bool inside =
              (a.first <= b.first && b.second <= a.second) || (b.first <= a.first && a.second <= b.second);
          QVERIFY(apart || inside);
        }
  }
  void workAndWaitingFillTheStep() {
    const Json trace = exports::trace_json(two_stages(), {});
    std::map<int, double> busy;
    for (const Json& event : of_phase(trace, "X"))
      if (event["tid"] == 0 && event["name"] != "step")
        busy[event["pid"].get<int>()] += event["dur"].get<double>();
    QCOMPARE(busy[1], 7e6);  // forward 1 + wait 4 + backward 2
    QCOMPARE(busy[2], 7e6);  // wait 1.5 + 1 + 2 + wait 2.5
  }
  void memoryIsACounter() {
    const std::vector<Json> counters = of_phase(exports::trace_json(two_stages(), {}), "C");
    QCOMPARE(counters.size(), std::size_t(4));  // three levels and the end of the step
    QCOMPARE(counters[1]["ts"].get<double>(), 1e6);
    QCOMPARE(counters[1]["args"]["activations"].get<double>(), 2e9);
    QCOMPARE(counters[1]["args"]["fixed"].get<double>(), 3e9);
  }
};

}  // namespace tst_trace

ASTROLABE_TEST(tst_trace, TestTrace)
#include "tst_trace.moc"
