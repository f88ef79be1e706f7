"""Runs programs on groups that `astrolabe-cli export --format groups-pytorch` wrote, in real PyTorch over gloo on
this machine's processors, against the same model on one process.

    python3 check_groups.py SCRIPT.py... [--steps 3]

Each script runs with as many processes as it has GPUs (small models, few GPUs) and has to lose what one process
loses that takes the whole batch one sequence after the other, step by step, to a relative 1e-9 in fp64.
"""

import argparse
import multiprocessing
import os
import tempfile
import traceback

import torch
import torch.distributed as dist


def module(path, alone):
    names = {"__name__": "program"}
    with open(path) as file:
        exec(compile(file.read(), path, "exec"), names)
    if alone:
        layers, batch = len(names["LAYERS"]), names["JOB"]["batch"]
        one = dict(names["CLASSES"][0], groups=1, tensor=1, context=1, expert=1, expert_tensor=1, stages=1, back=False,
                   weights_apart=False, way=[(0, 0, 0, layers)], recompute=[0], micro_batches=[[(1, batch)]])
        names.update(CLASSES=[one], ORDERS={(0, 0, batch): [(batch, ["f0", "b0"])]}, MOVED=[])
    return names


def processes(names):
    return sum(c["groups"] * names["stage_gpus"](c) * c["stages"] for c in names["CLASSES"])


def process(path, alone, rank, world, meeting, steps, answers):
    try:
        torch.set_num_threads(1)
        torch.set_default_dtype(torch.float64)
        names = module(path, alone)
        dist.init_process_group("gloo", init_method=f"file://{meeting}", rank=rank, world_size=world)
        answers.put((rank, names["main"](steps)))
    except BaseException:
        answers.put((rank, traceback.format_exc()))


def losses(path, alone, steps, seconds=600):
    world = 1 if alone else processes(module(path, False))
    context = multiprocessing.get_context("fork")
    answers = context.Queue()
    with tempfile.TemporaryDirectory() as folder:
        workers = [context.Process(target=process, args=(path, alone, rank, world, os.path.join(folder, "meeting"), steps,
                                                         answers)) for rank in range(world)]
        for worker in workers:
            worker.start()
        result = None
        for _ in workers:
            rank, said = answers.get(timeout=seconds)
            if isinstance(said, str):
                result = said
                break
            if rank == 0:
                result = said
        for worker in workers:
            worker.terminate()
    return world, result


def main():
    arguments = argparse.ArgumentParser()
    arguments.add_argument("scripts", nargs="+")
    arguments.add_argument("--steps", type=int, default=3)
    given = arguments.parse_args()
    wrong = 0
    for path in given.scripts:
        _, wanted = losses(path, True, given.steps)
        world, found = losses(path, False, given.steps)
        if isinstance(wanted, str) or isinstance(found, str):
            print(f"{path}: {wanted if isinstance(wanted, str) else found}")
            wrong += 1
            continue
        apart = max(abs(a - b) / abs(a) for a, b in zip(wanted, found))
        wrong += apart > 1e-9
        print(f"{path}: {world} processes, losses apart by {apart:.1e}{' WRONG' if apart > 1e-9 else ''}")
    raise SystemExit(1 if wrong else 0)


if __name__ == "__main__":
    main()
