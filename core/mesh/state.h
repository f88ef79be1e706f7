#pragma once
// State of the optimizer on any GPU: whether it fits, what has to move and who takes it.

#include <vector>

#include "core/base/units.h"

namespace astrolabe::mesh {

/// Equal GPUs that hold the same: those of a stage of a pipeline, or of a stage of a class of groups. Bytes
/// are of one GPU.
struct Holder {
  double own = 0.0;    ///< everything but the state of the optimizer
  double state = 0.0;  ///< its even part of that state
  double limit = 0.0;  ///< that it may hold
  int gpus = 0;
  double room() const { return limit - own - state; }
};

/// State that GPUs of one holder keep for another one, in all.
struct Move {
  int from = 0, to = 0;  ///< places among the holders
  double bytes = 0.0;
};

struct StatePlacement {
  bool possible = false;
  double moved = 0.0;        ///< bytes in all that leave their holder
  double room = 0.0;         ///< bytes in all that others could take
  double level = 0.0;        ///< bytes that a receiving GPU takes, fewer where it has less room
  std::vector<double> held;  ///< state that a GPU of each holder keeps, its own and that of others
  std::vector<Move> moves;   ///< from the first holders that lack room to the first that have some
};

/// Places the state so that as little as possible moves and receivers are filled evenly. Possible exactly
/// where every holder's own part fits and all of it fits in all GPUs: state is one divisible good.
/// O(holders^2). Source: Cephalo (state apart from work), 2025; specs of programs on meshes, section 5.
StatePlacement place_state(const std::vector<Holder>& holders);

/// Level to which equal units `room` (with `units` of each) are filled with `amount` in all: the least x with
/// sum units * min(room, x) >= amount. Precondition: it fits.
double water_level(const std::vector<double>& room, const std::vector<int>& units, double amount);

/// Seconds in which the gradients of moved state go to their owners and the weights come back: beside the
/// reduction and the gathering, in the same window. `nodes`: of the smaller side; `network`: bytes a second
/// that one of its nodes reaches, one way.
struct MovedTraffic {
  double state_bytes = 12.0;    ///< of a parameter
  double gradient_bytes = 4.0;  ///< of it, to the owner
  double weight_bytes = 2.0;    ///< of it, back
};
double moved_seconds(double moved, const MovedTraffic& traffic, double nodes, double network);

}  // namespace astrolabe::mesh
