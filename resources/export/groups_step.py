

# Between groups. Parts of a parameter that the same processes hold are one slice: groups that cut differently meet
# in slices of the finest cut. The sum of its gradients ends in even pieces on these processes, each of which keeps
# the optimizer's state of its piece, or as much of it as MOVED leaves it.


class Slice:
    def __init__(self, ranks):
        self.ranks, self.parts, self.elements = ranks, [], 0

    def add(self, key, box):
        self.parts.append((key, box))
        self.elements += math.prod(end - begin for begin, end in box)

    def set_up(self, seats, me, groups):
        """Where a node has several of its ranks these sum inside first. Pieces lie between neighbouring cuts of
        any node; each is summed over its holders, one in each node, who then own parts of it, so that all ranks of
        the slice own as much."""
        nodes = {}
        for rank in self.ranks:
            inside = CLASSES[seats[rank].number]["node_first"]
            nodes.setdefault(seats[rank].node if inside else rank, []).append(rank)
        nodes = list(nodes.values())
        self.pieces = math.lcm(*(len(ranks) for ranks in nodes))
        unit = self.pieces * len(self.ranks)  # of which every rank owns as many in each piece as its node has ranks
        self.length = -(-self.elements // unit) * unit
        rings = []
        for p in range(self.pieces):
            ring = [ranks[p * len(ranks) // self.pieces] for ranks in nodes]
            lengths = [self.length // unit * len(ranks) for ranks in nodes]
            rings.append((Axis(groups(ring), ring, ring.index(me) if me in ring else -1), lengths))
        self.inside = Axis()
        for ranks in nodes:
            group = groups(ranks)
            if me in ranks:
                self.inside = Axis(group, ranks, ranks.index(me))
        share = self.pieces // self.inside.size
        self.rings = rings[self.inside.index * share:(self.inside.index + 1) * share]

    def flat(self, tensors):
        parts = [cut(tensors[key], [(b - o, e - o) for (b, e), (o, _) in zip(box, Place.boxes[key])]).reshape(-1)
                 for key, box in self.parts]
        return torch.cat(parts + [parts[0].new_zeros(self.length - self.elements)])

    def own(self, flat):
        """This rank's elements of it."""
        pieces = flat.chunk(self.inside.size)[self.inside.index].chunk(len(self.rings))
        return torch.cat([piece.split(lengths)[axis.index] for piece, (axis, lengths) in zip(pieces, self.rings)])

    def reduced(self, flat):
        """This rank's elements of the sum."""
        own = []
        for piece, (axis, lengths) in zip(scattered(flat, 0, self.inside).chunk(len(self.rings)), self.rings):
            if len(set(lengths)) == 1:
                own.append(scattered(piece, 0, axis))
                continue
            parts = [part.clone() for part in piece.split(lengths)]
            calls = [dist.reduce(part, to, group=axis.group, async_op=True) for part, to in zip(parts, axis.ranks)]
            for call in calls:
                call.wait()
            own.append(parts[axis.index])
        return torch.cat(own)

    def whole(self, own):
        pieces = []
        for (axis, lengths), part in zip(self.rings, own.split([n[a.index] for a, n in self.rings])):
            if len(set(lengths)) == 1:
                pieces.append(gathered(part, 0, axis))
                continue
            parts = [part.contiguous() if i == axis.index else part.new_empty(n) for i, n in enumerate(lengths)]
            calls = [dist.broadcast(x, of, group=axis.group, async_op=True) for x, of in zip(parts, axis.ranks)]
            for call in calls:
                call.wait()
            pieces.append(torch.cat(parts))
        return gathered(torch.cat(pieces), 0, self.inside)

    def keep(self, flat):
        at = 0
        for key, box in self.parts:
            target = cut(Place.shards[key].data, [(b - o, e - o) for (b, e), (o, _) in zip(box, Place.boxes[key])])
            target.copy_(flat[at:at + target.numel()].view(target.shape))
            at += target.numel()


def all_layers():
    return ["front"] + list(range(len(LAYERS))) + ["back"]


def slices_of(seats):
    """All slices, in the order in which every process comes to them."""
    found, known = {}, {}
    for layer in all_layers():
        stages = [set() for _ in CLASSES]
        for number, c in enumerate(CLASSES):
            first = next(seat for seat in seats if seat.number == number)
            stages[number] = first.stages_of(layer)
        for name, shape, cuts, _ in parameters_of(layer):
            alike = (tuple(map(tuple, map(sorted, stages))), tuple(shape), tuple(cuts.items()))
            if alike not in known:
                known[alike] = boxes_of([s for s in seats if s.stage in stages[s.number]], shape, cuts)
            for box, ranks in known[alike]:
                found.setdefault(ranks, Slice(ranks)).add((layer, name), box)
    return [found[ranks] for ranks in sorted(found)]


def boxes_of(holders, shape, cuts):
    """The finest boxes with the ranks that hold them."""
    of_box = {}
    for seat in holders:
        of_box.setdefault(tuple(seat.box(shape, cuts)), []).append(seat.rank)
    boxes = [[]]
    for d, n in enumerate(shape):
        ends = sorted({0, n}.union(*(box[d] for box in of_box)))
        boxes = [box + [part] for box in boxes for part in zip(ends, ends[1:])]
    inside = [(box, tuple(sorted(rank for whole, ranks in of_box.items() for rank in ranks
                                 if all(a <= b and e <= f for (b, e), (a, f) in zip(box, whole)))))
              for box in boxes]
    return inside


def transfers_of(seats, owned):
    """Who keeps the state of whose elements: (giver, first of its elements, keeper, how many), as MOVED has it.
    `owned`: elements of each rank. What moves between two stages is dealt out evenly."""
    taken, result = [0] * len(seats), []
    for move in MOVED:
        def ranks(number, stage):
            return [s.rank for s in seats if (s.number, s.stage) == (number, stage)]
        givers, keepers = ranks(move["of"], move["of_stage"]), ranks(move["to"], move["to_stage"])
        lengths = [int(owned[rank] * move["part"]) for rank in givers]
        total, at, k = sum(lengths), 0, 0
        for giver, length in zip(givers, lengths):
            begin = owned[giver] - taken[giver] - length
            taken[giver] += length
            done = 0
            while done < length:
                while (k + 1) * total // len(keepers) <= at:
                    k += 1
                now = min(length - done, (k + 1) * total // len(keepers) - at)
                result.append((giver, begin + done, keepers[k], now))
                done, at = done + now, at + now
    return result


class State:
    """Weights in full precision and Adam's moments of so many elements."""

    def __init__(self, weights):
        self.weights = weights.to(SUM, copy=True)
        self.first, self.second = torch.zeros_like(self.weights), torch.zeros_like(self.weights)

    def update(self, g, step):
        first, second, epsilon = 0.9, 0.999, 1e-8
        self.first.mul_(first).add_(g, alpha=1 - first)
        self.second.mul_(second).addcmul_(g, g, value=1 - second)
        length = self.first / (1 - first ** (step + 1))
        length /= (self.second / (1 - second ** (step + 1))).sqrt_().add_(epsilon)
        if JOB["decay"]:
            self.weights.mul_(1 - JOB["rate"] * JOB["decay"])
        self.weights.sub_(length, alpha=JOB["rate"])
        return self.weights.to(DTYPE)


def passed_on(mine, others, back):
    """Own elements to those who keep their state, theirs here; `back`: the other way."""
    calls = []
    for rank, x in mine:
        calls.append((dist.irecv if back else dist.isend)(x, rank))
    for rank, x in others:
        calls.append((dist.isend if back else dist.irecv)(x, rank))
    for call in calls:
        call.wait()


class Between:
    """Gradients, state and weights of this process."""

    def __init__(self, seats, groups):
        me = Place.seat.rank
        slices = slices_of(seats)
        owned = [0] * len(seats)
        for one in slices:
            one.set_up(seats, me, groups)
            for rank in one.ranks:
                owned[rank] += one.length // len(one.ranks)
        self.slices = [one for one in slices if me in one.ranks]
        transfers = transfers_of(seats, owned)
        self.given = [t for t in transfers if t[0] == me]
        self.taken = [t for t in transfers if t[2] == me]
        self.kept = min([begin for _, begin, _, _ in self.given], default=owned[me])
        own = torch.cat([one.own(one.flat(Place.shards)) for one in self.slices]).detach().to(SUM)
        theirs = self.empty(SUM)
        passed_on(self.parts_of(own), theirs, False)
        self.state = State(own[:self.kept])
        self.others = [State(x) for _, x in theirs]

    def empty(self, dtype):
        return [(giver, torch.empty(n, dtype=dtype, device=DEVICE)) for giver, _, _, n in self.taken]

    def parts_of(self, own):
        return [(keeper, own[begin:begin + n]) for _, begin, keeper, n in self.given]

    def end_step(self, step):
        own = torch.cat([one.reduced(one.flat(Place.totals)) for one in self.slices])
        theirs = self.empty(SUM)
        passed_on(self.parts_of(own), theirs, False)
        weights = torch.empty(own.shape, dtype=DTYPE, device=DEVICE)
        weights[:self.kept] = self.state.update(own[:self.kept], step)
        updated = [(giver, state.update(x, step)) for state, (giver, x) in zip(self.others, theirs)]
        passed_on(self.parts_of(weights), updated, True)
        sizes = [one.length // len(one.ranks) for one in self.slices]
        for one, part in zip(self.slices, weights.split(sizes)):
            one.keep(one.whole(part))
        for total in Place.totals.values():
            total.zero_()


# A group's pipeline.


class Pipeline:
    def __init__(self, groups):
        seat = self.seat = Place.seat
        self.way = [(stage, chunk) for stage, chunk, _, _ in seat.c["way"]]
        self.place = {self.way[p]: p for p in range(len(self.way))}
        self.groups, self.sent = groups, []
        again = seat.c["recompute"][seat.stage]
        self.layers = {}
        for stage, chunk, begin, count in seat.c["way"]:
            if stage == seat.stage:  # the first layers of a stage are computed again, chunk after chunk
                now = min(again, count)
                again -= now
                self.layers[chunk] = [(layer, layer < begin + now) for layer in range(begin, begin + count)]

    def sizes(self):
        """Sequences of each micro-batch of the group, and this rank's first one and number."""
        first = sum(n * times for c in CLASSES[:self.seat.number] for runs in c["micro_batches"] for n, times in runs)
        of_class = self.seat.c["micro_batches"]
        first += sum(n * times for runs in of_class[:self.seat.group] for n, times in runs)
        result = []
        for n, times in of_class[self.seat.group]:
            for _ in range(times):
                begin = self.seat.inner * n // self.seat.inner_parts
                end = (self.seat.inner + 1) * n // self.seat.inner_parts
                result.append((n, first + begin, end - begin))
                first += n
        return result

    def passes(self, micro_batches):
        """(pass, chunk, micro-batch) in the order of this stage."""
        count, result = {}, []
        for times, rows in ORDERS[self.seat.number, self.seat.stage, micro_batches] if micro_batches else []:
            for row in rows * times:
                micro = count.get(row, 0)
                count[row] = micro + 1
                result.append((row[0], int(row[1:]), micro))
        return result

    def peer(self, kind, chunk, ahead):
        """Rank before (-1) or behind (1) on the way, and the group whose ranks send one way only."""
        place = self.place[self.seat.stage, chunk]
        other = place + ahead
        if not 0 <= other < len(self.way):
            return None
        stage, its = self.way[other]
        sender = its if (ahead < 0) == (kind == "f") else chunk
        receiver = chunk + its - sender
        lane = sender if self.seat.c["back"] else int(sender != receiver)
        return self.seat.at_stage(stage), self.groups[kind, lane], (kind, its, chunk)

    def run(self, chunk, x, batch):
        """The chunk forward; the loss where it is the last."""
        place = self.place[self.seat.stage, chunk]
        if place == 0:
            x = front(batch)
        for layer, again in self.layers[chunk]:
            if again:
                x = checkpoint(run_layer, x, layer, use_reentrant=False, preserve_rng_state=False)
            else:
                x = run_layer(x, layer)
        return back(x, batch) if place + 1 == len(self.way) else x

    def step(self, step):
        sizes = self.sizes()
        passes = [p for p in self.passes(len(sizes)) if sizes[p[2]][0] > 0]
        tokens = JOB["sequence"] // (self.seat.c["context"] * self.seat.c["tensor"])
        arriving, own, held, apart, loss = {}, {}, {}, {}, 0.0

        def expect(kind, chunk, micro):
            peer = None if kind == "w" else self.peer(kind, chunk, -1 if kind == "f" else 1)
            if peer is None or peer[0] == self.seat.rank or (kind, chunk, micro) in arriving:
                return
            x = torch.empty((sizes[micro][2], tokens, MODEL["hidden"]), dtype=DTYPE, device=DEVICE)
            call = dist.irecv(x, peer[0], group=peer[1]) if x.numel() else None
            arriving[kind, chunk, micro] = (x, call)

        def received(kind, chunk, micro):
            peer = self.peer(kind, chunk, -1 if kind == "f" else 1)
            if peer is None:
                return None
            if peer[0] == self.seat.rank:
                return own.pop((kind, chunk, micro))
            x, call = arriving.pop((kind, chunk, micro))
            if call is not None:
                call.wait()
            return x

        def send(x, kind, chunk, micro):
            peer = self.peer(kind, chunk, 1 if kind == "f" else -1)
            if peer is None:
                return
            if peer[0] == self.seat.rank:
                own[kind, peer[2][1], micro] = x
            elif x.numel():
                x = x.contiguous()
                self.sent = [(call, kept) for call, kept in self.sent if not call.is_completed()]
                self.sent.append((dist.isend(x, peer[0], group=peer[1]), x))

        for at, (kind, chunk, micro) in enumerate(passes):
            for later in passes[at:at + 2]:
                expect(*later)
            _, first, count = sizes[micro]
            if kind == "f":
                x = received(kind, chunk, micro)
                if x is not None:
                    x.requires_grad_()
                ends = chunk in (self.way[0][1], self.way[-1][1])
                y = self.run(chunk, x, read_batch(step, first, count) if ends else None)
                held[chunk, micro] = (x, y)
                send(y.detach(), kind, chunk, micro)
                if y.dim() == 0:
                    loss += float(y.detach())
            elif kind == "b":
                x, y = held.pop((chunk, micro))
                Product.later = apart.setdefault((chunk, micro), []) if self.seat.c["weights_apart"] else None
                torch.autograd.backward(y, received(kind, chunk, micro))
                Product.later = None
                if x is not None:
                    send(x.grad, kind, chunk, micro)
                self.add_gradients()
            else:
                for part in apart.pop((chunk, micro)):
                    add_product(*part)
        for call, _ in self.sent:
            call.wait()
        self.sent = []
        alone = self.seat.tensor == 0 or not MODEL["head"]
        return loss if alone else 0.0

    @staticmethod
    def add_gradients():
        for key, shard in Place.shards.items():
            if shard.grad is not None:
                Place.totals[key] += shard.grad
                shard.grad = None


def set_up():
    seats = [Seat(rank) for rank in range(dist.get_world_size())]
    seat = Place.seat = seats[dist.get_rank()]
    known = {}

    def groups(ranks, more=()):
        """One for these ranks, alike on every process; `more` tells groups of the same ranks apart."""
        key = (tuple(ranks), more)
        if key not in known:
            known[key] = dist.new_group(list(ranks)) if len(ranks) > 1 else None
        return known[key]

    first = 0
    for c in CLASSES:
        gpus = c["groups"] * stage_gpus(c) * c["stages"]
        ranks = torch.arange(first, first + gpus)
        inner = ranks.reshape(c["stages"], -1, c["context"], c["tensor"])
        mesh = DeviceMesh(DEVICE.type, inner, mesh_dim_names=("pipeline", "data", "context", "tensor"))
        wide = ranks.reshape(c["stages"], -1, c["expert"], c["expert_tensor"])
        of_experts = None
        if any(kind["experts"] for kind in KINDS):
            names = ("pipeline", "expert_data", "expert", "expert_tensor")
            of_experts = DeviceMesh(DEVICE.type, wide, mesh_dim_names=names)
        lanes = {}
        chunks = len(c["way"]) // c["stages"]
        for line in inner.reshape(c["stages"], -1).T.tolist():
            for kind in "fb" if c["stages"] > 1 else "":
                for lane in range(min(2, chunks)):
                    group = groups(line, (kind, lane))
                    if seat.rank in line:
                        lanes[kind, lane] = group
        if seat.rank in ranks:
            def axis(m, table, name, index):
                line = table.select(0, seat.stage)
                line = line[seat.data, :, seat.tensor] if name == "context" else (
                    line[seat.data, seat.context] if name == "tensor" else (
                        line[(seat.rank - first) % seat.of_stage // (c["expert"] * c["expert_tensor"])]))
                if name == "expert":
                    line = line[:, seat.expert_tensor]
                if name == "expert_tensor":
                    line = line[seat.expert]
                return Axis(m.get_group(name) if len(line) > 1 else None, line.tolist(), index)
            Place.tensor = axis(mesh, inner, "tensor", seat.tensor)
            Place.context = axis(mesh, inner, "context", seat.context)
            if of_experts is not None:
                Place.expert = axis(of_experts, wide, "expert", seat.expert)
                Place.expert_tensor = axis(of_experts, wide, "expert_tensor", seat.expert_tensor)
            pipeline = (seat, lanes)
        first += gpus
    Place.shards, Place.totals, Place.boxes = {}, {}, {}
    for layer in all_layers():
        if seat.stage not in seat.stages_of(layer):
            continue
        for name, shape, cuts, start in parameters_of(layer):
            key = (layer, name)
            Place.boxes[key] = seat.box(shape, cuts)
            shard = cut(drawn(f"{layer} {name}", shape, start), Place.boxes[key]).to(DEVICE, DTYPE)
            Place.shards[key] = torch.nn.Parameter(shard.clone(memory_format=torch.contiguous_format))
            Place.totals[key] = torch.zeros(shard.shape, dtype=SUM, device=DEVICE)
    return Pipeline(pipeline[1]), Between(seats, groups)


def read_batch(step, first, count):
    """Sequences `first` to `first` + `count` of a step's batch; put your data set here."""
    batch = {"ids": [], "labels": [], "x": []}
    for number in range(first, first + count):
        source = torch.Generator().manual_seed(step * JOB["batch"] + number)
        if MODEL["vocabulary"] == 0:
            batch["x"].append(torch.rand(JOB["sequence"], MODEL["hidden"], generator=source) * 2 - 1)
            continue
        tokens = torch.randint(MODEL["vocabulary"], [JOB["sequence"] + 1], generator=source)
        batch["ids"].append(tokens[:-1])
        batch["labels"].append(tokens[1:])
    if MODEL["vocabulary"] == 0:
        return {"x": torch.stack(batch["x"]) if count else torch.zeros(0, JOB["sequence"], MODEL["hidden"])}
    empty = torch.zeros(0, JOB["sequence"], dtype=torch.int64)
    return {name: torch.stack(batch[name]) if count else empty for name in ("ids", "labels")}


def main(steps=3):
    global DEVICE, DTYPE, SUM
    on_gpu = torch.cuda.is_available()
    if on_gpu:
        torch.cuda.set_device(int(os.environ.get("LOCAL_RANK", "0")))
        DEVICE = torch.device("cuda", torch.cuda.current_device())
    DTYPE, SUM = (torch.bfloat16, torch.float32) if on_gpu else (torch.get_default_dtype(),) * 2
    if not dist.is_initialized():
        dist.init_process_group("nccl" if on_gpu else "gloo")
    wanted = sum(c["groups"] * stage_gpus(c) * c["stages"] for c in CLASSES)
    if dist.get_world_size() != wanted:
        raise SystemExit(f"this program is for {wanted} processes, there are {dist.get_world_size()}")
    pipeline, between = set_up()
    losses = []
    for step in range(steps):
        loss = torch.tensor([pipeline.step(step)], dtype=torch.float64, device=DEVICE)
        with torch.no_grad():
            between.end_step(step)
            dist.all_reduce(loss)
        losses.append(loss.item())
        if dist.get_rank() == 0:
            print(f"step {step}: loss {losses[-1]:.6g}")
    dist.destroy_process_group()
    return losses


if __name__ == "__main__":
    main()
