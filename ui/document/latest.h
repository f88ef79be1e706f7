#pragma once
// Work beside the window's thread, of which the latest question wins.

#include <QObject>
#include <QThreadPool>
#include <functional>
#include <memory>
#include <optional>
#include <stop_token>
#include <type_traits>
#include <utility>

namespace astrolabe::ui {

/// Works on one question at a time, on a thread of its own. A new question stops the one before, whose answer
/// is dropped even where it is already on its way; nobody waits for its end but the work on the new one. The
/// window is never held up, except by the destructor, which stops the work and waits for its end.
///
/// All but Turn belongs to the thread that made the object, here called the window's. As a member it comes
/// last: then the work ends before the rest goes. Several questions one after the other: each is asked where
/// the answer to the one before is taken.
///
///     m_latest.ask([snapshot](const Latest::Turn& turn) { return longWork(*snapshot, turn.stop()); },
///                  [this](const Answer& answer) { show(answer); });
class Latest {
 public:
  /// What the work on a question knows of it; for the working thread.
  class Turn {
   public:
    /// Stop is requested as soon as nobody waits for the answer any more.
    const std::stop_token& stop() const { return m_stop; }
    /// Runs `taken` on the window's thread, in the order of these calls and ahead of the answer; drops it if
    /// nobody waits any more by then.
    void tell(std::function<void()> taken) const;

   private:
    friend class Latest;
    Turn(Latest& latest, std::stop_token stop) : m_latest(&latest), m_stop(std::move(stop)) {}
    Latest* m_latest;  ///< outlives the work
    std::stop_token m_stop;
  };

  /// The pool is a child of `parent`: a test finds it there to hold up what is asked.
  explicit Latest(QObject* parent = nullptr);
  ~Latest();
  /// Runs `work(turn)` on the working thread and gives `take` what that returns, by value, on the window's
  /// thread, in a later turn of its event loop; isWorking() is false by then. Errors are answers too, such as
  /// a Result: `work` may not throw. `work` owns all that it touches; both are copyable.
  template <class Work, class Take>
  void ask(Work work, Take take) {
    start([work = std::move(work), take = std::move(take)](const Turn& turn) mutable {
      using Answer = std::invoke_result_t<Work&, const Turn&>;
      auto answer = std::make_shared<Answer>(work(turn));
      return [take = std::move(take), answer = std::move(answer)] { take(std::move(*answer)); };
    });
  }
  /// Stops the work: nobody waits for an answer any more.
  void cancel();
  /// True from a question until its answer, another one's or cancel().
  bool isWorking() const { return m_asked.has_value(); }

 private:
  using Taken = std::function<void()>;
  void start(std::function<Taken(const Turn&)> work);

  std::optional<std::stop_source> m_asked;  ///< of the question that is not answered yet
  QObject m_here;                           ///< takes what is told; what is on its way goes with it
  QThreadPool m_pool;                       ///< one thread
};

}  // namespace astrolabe::ui
