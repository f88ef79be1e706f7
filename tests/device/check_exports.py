"""Runs programs that `astrolabe-cli shard --pytorch` wrote, in real PyTorch over gloo on this machine's processors.

    python3 check_exports.py FOLDER [--steps 3] [--model NAME]

FOLDER holds one program a file, MODEL_WHERE.py: of each model the file MODEL_p1.py is for one device, and every other
of that model has to lose what it loses, step by step, to a relative 1e-6 in fp64. Programs that scatter sums or
exchange all to all are run twice: as gloo carries it out, and through the calls made for NCCL, carried out in pieces.
"""

import argparse
import glob
import multiprocessing
import os
import tempfile
import traceback

import torch
import torch.distributed as dist


def reduce_scatter(result, parts):
    total = torch.stack([part.contiguous() for part in parts])
    dist.all_reduce(total)
    result.copy_(total[dist.get_rank()])


def all_to_all(incoming, outgoing):
    own, calls = dist.get_rank(), []
    for rank in range(dist.get_world_size()):
        if rank == own:
            incoming[rank].copy_(outgoing[rank])
            continue
        if outgoing[rank].numel():
            calls.append(dist.isend(outgoing[rank], rank))
        if incoming[rank].numel():
            calls.append(dist.irecv(incoming[rank], rank))
    for call in calls:
        call.wait()


def module(path):
    names = {"__name__": "program"}
    with open(path) as file:
        exec(compile(file.read(), path, "exec"), names)
    return names


def process(path, reference, rank, world, meeting, as_nccl, steps, answers):
    try:
        torch.set_num_threads(max(1, len(os.sched_getaffinity(0)) // world))
        torch.set_default_dtype(torch.float64)
        names = module(path)
        names["RANK"] = rank
        dist.init_process_group("gloo", init_method=f"file://{meeting}", rank=rank, world_size=world)
        if as_nccl:
            names["is_gloo"] = lambda: False
            dist.reduce_scatter, dist.all_to_all = reduce_scatter, all_to_all
        if reference:  # the same samples, in micro-batches
            whole, own = module(reference)["read_batch"], names["read_batch"]
            batch = {t: x.shape[0] for t, x in own(0).items()}
            count = next(iter(whole(0).values())).shape[0] // next(iter(batch.values()))
            names["read_batch"] = lambda i: {
                t: x[i % count * batch[t]:(i % count + 1) * batch[t]] for t, x in whole(i // count).items()}
        with torch.no_grad():
            losses = [float(names["train_step"](step)) for step in range(steps)]
        answers.put((rank, losses))
        dist.destroy_process_group()
    except Exception:
        answers.put((rank, traceback.format_exc()[-800:]))


def losses(path, reference, as_nccl, steps):
    world = len(module(path)["RATIOS"][0])
    context = multiprocessing.get_context("fork")
    answers = context.Queue()
    with tempfile.TemporaryDirectory() as folder:
        children = [context.Process(target=process, args=(path, reference, rank, world, folder + "/meeting", as_nccl,
                                                          steps, answers)) for rank in range(world)]
        for child in children:
            child.start()
        said = {}
        for _ in children:
            rank, answer = answers.get(timeout=120)
            said[rank] = answer
            if isinstance(answer, str):
                break
        for child in children:
            child.join(timeout=5)
            child.kill()
    wrong = [answer for answer in said.values() if isinstance(answer, str)]
    return wrong[0] if wrong else said[0]


def main():
    options = argparse.ArgumentParser()
    options.add_argument("folder")
    options.add_argument("--steps", type=int, default=3)
    options.add_argument("--model", default="*")
    given = options.parse_args()
    bad = 0
    for first in sorted(glob.glob(os.path.join(given.folder, given.model + "_p1.py"))):
        model = os.path.basename(first)[: -len("_p1.py")]
        want = losses(first, "", False, given.steps)
        print(model, "one device:", want, flush=True)
        if isinstance(want, str):
            bad += 1
            continue
        for path in sorted(glob.glob(os.path.join(given.folder, model + "_*.py"))):
            if path == first:
                continue
            with open(path) as file:
                step = file.read().split("def train_step")[1]
            micro = "for micro in range" in step
            exchanges = any(call in step for call in ("reduce_scatter", "all_to_all("))
            for as_nccl in (False, True) if exchanges else (False,):
                try:
                    got = losses(path, first if micro else "", as_nccl, given.steps)
                except Exception as error:
                    got = repr(error)
                good = not isinstance(got, str) and all(
                    abs(a - b) <= 1e-6 * abs(b) + 1e-9 for a, b in zip(got, want))
                bad += not good
                print(" ", os.path.basename(path), "as NCCL" if as_nccl else "gloo", "equal" if good else got, flush=True)
    print("programs that differ:", bad)
    return bad


if __name__ == "__main__":
    raise SystemExit(1 if main() else 0)
