#pragma once
// Programs priced as pipelines are: every operator by the kernel tables and constants of core/cost.

#include "core/spmd/devices.h"
#include "core/strategy/problem.h"

namespace astrolabe::spmd {

/// Gives every operator of `graph` (a whole training step) a class of speed of its own: products by the
/// fitted tables of each GPU type at the shape that an even split along the tokens leaves to a device,
/// attention at its fitted share, everything else by the bytes it moves. Operators that run alike share a
/// class. Also sets class 0, by which shares are called proportional, to the work of forward and backward
/// over its time; the terms beside the instructions (StepTerms); the pace of collectives as core/cost has it;
/// bytes of gradients; and takes context and buffers of the training stack from the memory of each device.
/// `problem`: cluster, job and software; its graph only tells whether the model has experts. `devices` is the
/// result of devices_of() for its cluster and precision. Approximation: products that are split along another
/// index than the tokens keep the rate of the former shape.
/// `gpus`: of the whole step, where `devices` are one stage of it; 0: the devices.
void price_by_kernels(const strategy::Problem& problem, Graph& graph, Devices& devices, int gpus = 0);

}  // namespace astrolabe::spmd
