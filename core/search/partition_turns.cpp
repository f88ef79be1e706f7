// Prefixes of a split whose line goes over slow links: walks that take turns between the stages on both sides
// of one, and how prefixes are kept apart for them.

#include <algorithm>

#include "core/search/partition.h"

namespace astrolabe::search {

using cost::StageCost;

namespace {

constexpr double kSlow = 0.02;  // of the least bottleneck: a link both ways

}  // namespace

/// True where turns between the stage and the next one are worth a look: over a slow link.
bool Partitioner::slow_behind(int stage) const {
  return m_link[static_cast<std::size_t>(stage)] > kSlow * m_least_bottleneck;
}

/// Turns over the slow link behind a stage, in rounds in which it does no weights, before the walk goes on
/// down the line; negative: none.
double Partitioner::turns_first(int stage) const {
  const int turns = stage / 2;
  const bool goes_on = left_after_turns(static_cast<std::size_t>(stage % 2)) >= 0.0;
  return m_walks.weights_later() && slow_behind(stage) && goes_on ? turns : -1.0;
}

/// Rounds that such a walk has left on whatever stage it stays on: all that there are less one for each stage
/// in front of it, but the one that makes turns come out even.
double Partitioner::left_after_turns(std::size_t odd) const {
  return m_walks.micro_batches() - m_walks.stages() - (odd == 0 ? 1 : 0);
}

/// Of the last stage of a prefix, in front of `stage`, that begins at layer `begin`.
const StageTerms& Partitioner::terms_of_last(const Prefix& prefix, int stage, int begin) {
  TermsOfCount& here = m_last_terms[static_cast<std::size_t>(prefix.count)];
  if (here.known) return here.terms;
  const int first = begin - prefix.count;
  const StageCost& last = cost(stage - 1, {first, begin});
  here = {first >= m_firsts - 1, last.fits, m_walks.terms(stage - 1, last)};
  return here.terms;
}

/// Of a stage that begins at layer `begin`, behind a prefix: with the walks that go round it and the last
/// stage of the prefix. `before`: those that stay on that one on the way back.
StageTerms Partitioner::terms_behind(const Prefix& prefix, int stage, int begin, StageTerms terms,
                                     double& before) {
  if (prefix.count == 0 || m_walks.rounds(stage) < 2.0) return terms;
  const int first = stage - 1;
  const StageTerms& last = terms_of_last(prefix, stage, begin);
  const double round = round_two(m_walks, first, last, terms, m_link[static_cast<std::size_t>(first)]);
  terms.dwell = std::max(terms.dwell, round);
  terms.alone = std::max(terms.alone, round + terms.stay);
  before = round + (m_walks.backwards_left(stage) - 1.0) * (last.backward + last.weight);
  return terms;
}

/// The walks that come to a stage that begins at layer `begin` after turns over a slow link in front of it.
Partitioner::Prefix Partitioner::after_turns(const Prefix& prefix, int stage, int begin,
                                             const StageTerms& terms) {
  Prefix next;
  const double link = m_link[static_cast<std::size_t>(stage)];
  const int first = stage - 1;
  const double link_before = m_link[static_cast<std::size_t>(first)];
  for (const std::size_t odd : {0U, 1U})
    if (prefix.turned[odd] > 0.0) next.turned[odd] = prefix.turned[odd] + terms.sum + link;
  // One turn of three stages for two of two of them: the round that they leave is one with weights.
  if (prefix.turn > 0.0 && prefix.turned[0] > 0.0)
    next.turned[1] = std::max(next.turned[1], next.turned[0] + link_before + terms.sum - prefix.turn);
  if (prefix.count == 0 || turns_first(first) < 0.0) return next;
  const StageTerms& before = terms_of_last(prefix, stage, begin);
  const double turn = before.sum + link_before + terms.sum;
  double& turned = next.turned[static_cast<std::size_t>(first % 2)];
  turned = std::max(turned, (turns_first(first) + 1.0) * turn + link);
  if (first % 2 == 0 && turns_first(first) >= 2.0 && turned == (turns_first(first) + 1.0) * turn + link)
    next.turn = turn;
  return next;
}

/// Keeps one for each number of layers of the last stage, that stays below all with so many.
void Partitioner::add_counted(Prefix* pairs, std::size_t& held, const Prefix& next) const {
  Prefix* const end = pairs + held;
  Prefix* same = std::find_if(pairs, end, [&](const Prefix& pair) { return pair.count == next.count; });
  if (same == end && held < m_pairs) {
    *same = next;
    ++held;
    return;
  }
  if (same == end) --same;
  *same = same->below(next);
}

/// What is below both.
Partitioner::Prefix Partitioner::Prefix::below(const Prefix& other) const {
  return {std::min(sum, other.sum),
          std::min(walk, other.walk),
          std::max(pre, other.pre),
          std::min(tail, other.tail),
          std::min(alone, other.alone),
          std::min(down, other.down),
          {std::min(turned[0], other.turned[0]), std::min(turned[1], other.turned[1])},
          count == other.count ? count : 0,
          turn == other.turn ? turn : 0.0,
          stay.below(other.stay)};
}

/// A prefix with one more stage, that begins at layer `begin`; `beside`: rounds beside it, on the longest
/// stage.
Partitioner::Prefix Partitioner::longer_by(const Prefix& prefix, int stage, int begin,
                                           const StageTerms& alone, double beside) {
  const double link = m_link[static_cast<std::size_t>(stage)];
  Prefix next;
  StageTerms neighbour;
  double before = -kNever;
  const bool turns = prefix.count > 0 || prefix.turned[0] > 0.0 || prefix.turned[1] > 0.0;
  if (turns) {
    neighbour = terms_behind(prefix, stage, begin, alone, before);
    next = after_turns(prefix, stage, begin, neighbour);
    for (const std::size_t odd : {0U, 1U}) {
      if (next.turned[odd] == 0.0) continue;
      const double work = neighbour.sum + neighbour.weight;
      const double stays = next.turned[odd] - link + left_after_turns(odd) * work;
      neighbour.dwell = std::max(neighbour.dwell, stays);
      neighbour.alone = std::max(neighbour.alone, stays + neighbour.stay);
    }
  }
  const StageTerms& terms = turns ? neighbour : alone;
  next.sum = prefix.sum + terms.sum + link;
  // No dwelling on a stage without rounds to spare, nor on those before it.
  if (terms.dwell > 0.0) next.walk = std::max(prefix.walk + terms.sum, terms.dwell) + link;
  next.pre = prefix.pre + terms.backward + link / 2.0;
  next.tail = stage == 0 ? terms.tail : std::max(prefix.tail, terms.tail - prefix.pre);
  next.alone = std::max({prefix.alone, std::max(terms.alone, beside + terms.last) + next.tail,
                         before + prefix.tail, prefix.down + terms.forward() + terms.left});
  next.down = prefix.down + terms.forward() + link / 2.0;
  if (terms.dwell > 0.0)
    next.down = std::max(next.down, terms.dwell - terms.backward + link / 2.0 - prefix.pre);
  if (m_across && terms.dwell > 0.0) stay_on(prefix, stage, alone, next);
  return next;
}

/// Of a prefix with one more stage: the stage that a walk dwells on, and what it takes with ranges of the
/// prefix.
void Partitioner::stay_on(const Prefix& prefix, int stage, const StageTerms& alone, Prefix& next) const {
  const double link = m_link[static_cast<std::size_t>(stage)];
  const Prefix::Stay own = {stage,
                            alone.sum,
                            alone.sum + link,
                            alone.dwell - alone.aside + link,
                            alone.alone - alone.aside + next.tail,
                            alone.last + next.tail,
                            alone.backward + alone.weight,
                            1,
                            kNever};
  const auto to_the_end = [&](const Prefix::Stay& stay) {
    const double rounds = m_walks.beside(stay.stage);
    return rounds * stay.sum + (m_walks.micro_batches() - 1 - rounds) * stay.pass;
  };
  const bool few_rounds = m_walks.beside(stage) > 0.0;
  Prefix::Stay& stay = next.stay = prefix.stay;
  if (stay.stage < 0 ||
      (few_rounds ? to_the_end(own) > to_the_end(stay) : own.walk > stay.walk + alone.sum + link)) {
    stay = own;
    return;
  }
  stay.way += alone.sum + link;
  stay.walk += alone.sum + link;
  if (alone.sum < stay.sum) {
    stay.run = 0;
    stay.link = kNever;
  } else if (stay.run++ > 0) {
    stay.link = std::min(stay.link, m_link[static_cast<std::size_t>(stage) - 1]);
  }
  const int length = stage - stay.stage + 1;
  const auto gain = [&](Then then) {
    return std::max(m_loops.gain_within(stay.stage, stay.sum, length, stay.way - link, then),
                    m_loops.gain_of_run(stay.stage, stay.run, stay.link, then));
  };
  next.walk = std::max(next.walk, stay.walk + gain(Then::goes_on));
  // Where 1F1B's forwards are the longer passes the walk has them first, and goes on with the last one.
  const bool stays = m_walks.weights_later() || 2.0 * stay.pass >= stay.sum;
  next.alone = std::max(next.alone, stay.alone + gain(stays ? Then::stays : Then::goes_on));
  if (few_rounds && stay.run > 0)
    next.alone =
        std::max(next.alone, stay.last + m_loops.before_last_of_run({stay.stage, stay.sum, stay.pass}, stage,
                                                                    stay.run, stay.link));
}

/// Beyond S, what a walk takes at least that dwells on a stage of the prefix, or stays there for its last
/// passes, with ranges from the prefix across to the suffix or in it. `tail`: of the whole.
double Partitioner::least_stay(const Prefix::Stay& stay, const Suffix& suffix, int stages, double tail,
                               const Loops& loops) const {
  const auto gain = [&](Then then) {
    return loops.gain_across(stay.stage, stay.sum, stay.way, stages, suffix.first, then);
  };
  const double least =
      std::max(stay.walk + gain(Then::goes_on) + suffix.sum + tail, stay.alone + gain(Then::stays));
  if (m_walks.beside(stay.stage) <= 0.0) return least;
  const LastPasses last = {stay.stage, stay.sum, stay.pass};
  double before = loops.before_last(last, stay.stage, stay.way + suffix.first, stages);
  if (const int first = stages - stay.run; stay.run > 0 && first > stay.stage) {
    const double way = stay.run * stay.sum + (stay.run > 1 ? (stay.run - 1) * stay.link : 0.0);
    const double link = m_link[static_cast<std::size_t>(stages) - 1];
    before = std::max(before, loops.before_last(last, first, way + link + suffix.first, stages));
  }
  return std::max(least, stay.last + before);
}

}  // namespace astrolabe::search
