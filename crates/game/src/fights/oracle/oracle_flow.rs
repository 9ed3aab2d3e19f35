//! The whole chance, pushed from the first node of a graph to its ends. It stays an exact ratio until the first loop of
//! rounds, or until the numbers grow too large; from there on it is a double with a bound on its error.

use super::OddsError;
use super::graph::{Ending, Graph, Node};
use crate::Bout;
use crate::chance::{Chance, ROUNDING};
use dice::Falls;

/// The chance that has arrived at each node; once it is sent on, divided by the node's total weight.
pub(super) struct Masses {
    all: Vec<Mass>,
    /// The chance still in loops when the iteration stopped.
    rest: f64,
}

/// The chance that has arrived at a node.
#[derive(Clone, Copy)]
struct Mass {
    /// The exact part, over `den`.
    num: u128,
    den: Falls,
    near: Near,
}

/// A positive double made by additions, products and quotients of positive ones, off by at most `steps` roundings.
#[derive(Clone, Copy, Default)]
struct Near {
    p: f64,
    steps: u32,
}

/// A smaller remainder need not be sent round again.
const LEAST: f64 = 1e-15;
/// The greatest number of iterations.
const MOST_ROUNDS: u32 = 100_000;

/// Pushes the chance through a graph.
pub(super) fn run<B: Bout>(graph: &mut Graph<B>) -> Result<Masses, OddsError> {
    let mut masses = Masses { all: vec![Mass::NONE; graph.nodes.len()], rest: 0.0 };
    if let Some(first) = masses.all.first_mut() {
        first.num = 1;
    }
    // A node is ready when no more chance can arrive.
    let mut ready: Vec<u32> = Vec::with_capacity(64);
    if graph.nodes.first().is_some_and(|node| node.entries == 0) {
        ready.push(0);
    }
    let mut done = 0;
    while let Some(node) = ready.pop() {
        done += 1;
        masses.send(graph, node);
        for edge in graph.nodes[node as usize].range() {
            let to = graph.edges[edge].to;
            let next = &mut graph.nodes[to as usize];
            next.entries -= 1;
            if next.entries == 0 {
                ready.push(to);
            }
        }
    }
    if done < graph.nodes.len() {
        masses.rounds(graph)?;
    }
    Ok(masses)
}

impl Masses {
    /// The chance of one ending.
    #[inline]
    pub fn chance<E>(&self, ending: &Ending<E>) -> Chance {
        let sent = &self.all[ending.from as usize];
        if sent.near.p == 0.0
            && let Some(ratio) = sent.den.share(sent.num * ending.weight)
        {
            return Chance::Exact(ratio);
        }
        self.chance_together([ending].into_iter())
    }

    /// The chance of some endings together.
    pub fn chance_together<'a, E: 'a>(&self, endings: impl Iterator<Item = &'a Ending<E>>) -> Chance {
        let mut mass = Mass::NONE;
        for ending in endings {
            let sent = &self.all[ending.from as usize];
            if sent.num > 0 {
                mass.add(sent.num * ending.weight, sent.den);
            } else if sent.near.p > 0.0 {
                mass.near.add(sent.near.share(ending.weight, sent.den.count()));
            }
        }
        if mass.near.p == 0.0
            && let Some(ratio) = mass.den.share(mass.num)
        {
            return Chance::Exact(ratio);
        }
        let near = mass.total();
        // The bound itself is rounded, hence one step more.
        Chance::Near { p: near.p, error: near.p * f64::from(near.steps.saturating_add(1)) * ROUNDING + self.rest }
    }

    /// Sends on the chance that has arrived at a node.
    fn send<B: Bout>(&mut self, graph: &Graph<B>, node: u32) {
        let of = graph.nodes[node as usize].of;
        let mass = self.all[node as usize];
        if mass.near.p == 0.0
            && let Some((num, den)) = mass.over(of)
        {
            for edge in graph.edges(node) {
                self.all[edge.to as usize].add(num * edge.weight, den);
            }
            self.all[node as usize] = Mass { num, den, near: Near::default() };
        } else {
            let near = mass.total();
            for edge in graph.edges(node) {
                self.all[edge.to as usize].near.add(near.share(edge.weight, of.count()));
            }
            self.all[node as usize] = Mass { num: 0, den: of, near };
        }
    }

    /// Sends the chance through the nodes that wait for each other.
    fn rounds<B: Bout>(&mut self, graph: &Graph<B>) -> Result<(), OddsError> {
        let mut loops = Loops::find(graph);
        for knot in (0..loops.knots.len()).rev() {
            let nodes = std::mem::take(&mut loops.knots[knot]);
            if let [node] = nodes[..] {
                self.send(graph, node);
                continue;
            }
            let within = |node: u32| loops.knot_of[node as usize] as usize == knot;
            let shut = |node: u32| {
                graph.nodes[node as usize].ending == 0 && graph.edges(node).iter().all(|edge| within(edge.to))
            };
            if nodes.iter().all(|&node| shut(node)) {
                return Err(OddsError::Endless);
            }
            let mut knot = Knot { graph, within, nodes, amounts: &mut loops.amounts, into: self };
            match knot.once_round() {
                Some(order) => knot.close(&order),
                None => knot.go_round(),
            }
        }
        Ok(())
    }
}

impl Mass {
    const NONE: Self = Self { num: 0, den: Falls::ONE, near: Near { p: 0.0, steps: 0 } };

    fn total(&self) -> Near {
        let mut near = self.near;
        if self.num > 0 {
            near.add(Near { p: 1.0, steps: 0 }.share(self.num, self.den.count()));
        }
        near
    }

    /// The exact part, divided into `of` parts; `None` if that is too fine.
    fn over(&self, of: Falls) -> Option<(u128, Falls)> {
        if let Some(den) = self.den.times(of) {
            return Some((self.num, den));
        }
        let least = self.den.share(self.num)?;
        Some((least.num().unsigned_abs(), Falls::new(least.den())?.times(of)?))
    }

    /// Adds to the exact part. A chance never exceeds 1, so numerators fit where denominators do.
    #[inline]
    fn add(&mut self, num: u128, den: Falls) {
        if self.num == 0 {
            (self.num, self.den) = (num, den);
        } else if self.den.count() == den.count() {
            self.num += num;
        } else {
            self.add_over(num, den);
        }
    }

    /// The same over another denominator.
    fn add_over(&mut self, num: u128, den: Falls) {
        match self.den.together(den) {
            Some((both, mine, his)) => (self.num, self.den) = (self.num * mine + num * his, both),
            None => self.near.add(Near { p: 1.0, steps: 0 }.share(num, den.count())),
        }
    }
}

impl Near {
    /// The relative error of a sum of positive numbers is at most that of the worse of them and one rounding.
    fn add(&mut self, more: Self) {
        self.p += more.p;
        self.steps = self.steps.max(more.steps).saturating_add(1);
    }

    /// A quotient and a product, and two whole numbers converted to doubles, which rounds only large ones.
    #[allow(clippy::cast_precision_loss)]
    fn share(self, weight: u128, of: u128) -> Self {
        let roundings = if (weight | of) >> f64::MANTISSA_DIGITS == 0 { 2 } else { 4 };
        Self { p: self.p * (weight as f64 / of as f64), steps: self.steps.saturating_add(roundings) }
    }

    fn over(self, whole: Self) -> Self {
        Self { p: self.p / whole.p, steps: self.steps.saturating_add(whole.steps).saturating_add(1) }
    }
}

/// Nodes that wait for each other, in cycles (strongly connected components).
struct Loops {
    /// The last first: a component leads only to components before it.
    knots: Vec<Vec<u32>>,
    /// Knot of each node.
    knot_of: Vec<u32>,
    /// Working memory, all zero between uses.
    amounts: Vec<Near>,
}

impl Loops {
    /// Tarjan's algorithm over the nodes that still wait, with a stack of its own: bouts may be deep.
    fn find<B: Bout>(graph: &Graph<B>) -> Self {
        const NEW: u32 = u32::MAX;
        let count = graph.nodes.len();
        let mut loops = Self { knots: Vec::new(), knot_of: vec![NEW; count], amounts: vec![Near::default(); count] };
        let mut number = vec![NEW; count];
        let mut lowest = vec![NEW; count];
        let mut next = 0;
        let mut path: Vec<(u32, usize)> = Vec::new();
        let mut held: Vec<u32> = Vec::new();
        for start in (0_u32..).zip(&graph.nodes).filter(|(_, node)| node.entries > 0).map(|(node, _)| node) {
            if number[start as usize] != NEW {
                continue;
            }
            path.push((start, 0));
            while let Some((node, taken)) = path.pop() {
                let here = node as usize;
                if taken == 0 {
                    (number[here], lowest[here]) = (next, next);
                    next += 1;
                    held.push(node);
                }
                if let Some(edge) = graph.edges(node).get(taken) {
                    path.push((node, taken + 1));
                    if number[edge.to as usize] == NEW {
                        path.push((edge.to, 0));
                    } else if loops.knot_of[edge.to as usize] == NEW {
                        lowest[here] = lowest[here].min(number[edge.to as usize]);
                    }
                    continue;
                }
                if lowest[here] == number[here] {
                    let from = held.iter().rposition(|&other| other == node).unwrap_or(0);
                    let mut knot = held.split_off(from);
                    knot.sort_unstable();
                    for &other in &knot {
                        loops.knot_of[other as usize] = u32::try_from(loops.knots.len()).unwrap_or(NEW);
                    }
                    loops.knots.push(knot);
                }
                if let Some(&(above, _)) = path.last() {
                    lowest[above as usize] = lowest[above as usize].min(lowest[here]);
                }
            }
        }
        loops
    }
}

/// A way on which a part of the chance leaves a round.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Way {
    /// To a node: the head, or one outside.
    To(u32),
    Ends,
    /// From a node of the component, its whole chance, in this many parts.
    Sent(u32, Falls),
}

/// One component, and where its chance goes.
struct Knot<'a, B: Bout, W> {
    graph: &'a Graph<B>,
    within: W,
    /// In ascending order: the first was met first, and is where the rounds begin.
    nodes: Vec<u32>,
    amounts: &'a mut [Near],
    into: &'a mut Masses,
}

impl<B: Bout, W: Fn(u32) -> bool> Knot<'_, B, W> {
    /// The nodes in the order of one round, the first node at its head, if every loop passes through that node.
    fn once_round(&self) -> Option<Vec<u32>> {
        let head = self.nodes[0];
        let inner = |to: u32| to != head && (self.within)(to);
        let mut entries = vec![0_u32; self.nodes.len()];
        let place = |node: u32| self.nodes.binary_search(&node).ok();
        for &node in &self.nodes {
            for edge in self.graph.edges(node).iter().filter(|edge| inner(edge.to)) {
                entries[place(edge.to)?] += 1;
            }
        }
        let mut order = vec![head];
        let mut sent = 0;
        while let Some(&node) = order.get(sent) {
            sent += 1;
            for edge in self.graph.edges(node).iter().filter(|edge| inner(edge.to)) {
                let entries = &mut entries[place(edge.to)?];
                *entries -= 1;
                if *entries == 0 {
                    order.push(edge.to);
                }
            }
        }
        (order.len() == self.nodes.len()).then_some(order)
    }

    /// Closes a loop: the probability that enters the loop head is divided by the chance of leaving the loop.
    fn close(&mut self, order: &[u32]) {
        let head = self.nodes[0];
        let mut at_head = self.into.all[head as usize].total();
        self.fill(1);
        self.pass(order, |_, way, near| {
            if way == Way::To(head) {
                at_head.add(near);
            }
        });
        let mut leaving = Near::default();
        self.amounts[head as usize] = Near { p: 1.0, steps: 0 };
        self.pass(order, |_, way, near| {
            if way != Way::To(head) && !matches!(way, Way::Sent(..)) {
                leaving.add(near);
            }
        });
        self.fill(1);
        self.amounts[head as usize] = at_head.over(leaving);
        self.pass(order, |into, way, near| match way {
            Way::To(to) if to != head => into.all[to as usize].near.add(near),
            Way::Sent(node, den) => into.all[node as usize] = Mass { num: 0, den, near },
            Way::To(_) | Way::Ends => {}
        });
    }

    /// Iterates until almost nothing is left.
    fn go_round(&mut self) {
        self.fill(0);
        let nodes = std::mem::take(&mut self.nodes);
        for &node in &nodes {
            self.into.all[node as usize] = Mass { den: self.graph.nodes[node as usize].of, ..Mass::NONE };
        }
        let mut left = f64::INFINITY;
        for _ in 0..MOST_ROUNDS {
            for &node in &nodes {
                let amount = std::mem::take(&mut self.amounts[node as usize]);
                let of = self.graph.nodes[node as usize].of.count();
                for edge in self.graph.edges(node) {
                    let near = amount.share(edge.weight, of);
                    let inner = (self.within)(edge.to);
                    let to = edge.to as usize;
                    if inner { self.amounts[to].add(near) } else { self.into.all[to].near.add(near) }
                }
                self.into.all[node as usize].near.add(amount);
            }
            left = nodes.iter().map(|&node| self.amounts[node as usize].p).sum();
            if left < LEAST {
                break;
            }
        }
        self.into.rest += left;
        for node in nodes {
            self.amounts[node as usize] = Near::default();
        }
    }

    /// Takes the chance that has arrived at the nodes from outside, except at the first `skip`.
    fn fill(&mut self, skip: usize) {
        for &node in self.nodes.iter().skip(skip) {
            self.amounts[node as usize] = self.into.all[node as usize].total();
        }
    }

    /// Sends the amounts on, each node once; `out` receives what arrives at the head or leaves the component.
    fn pass(&mut self, order: &[u32], mut out: impl FnMut(&mut Masses, Way, Near)) {
        for &node in order {
            let amount = std::mem::take(&mut self.amounts[node as usize]);
            let Node { of: den, ending, .. } = self.graph.nodes[node as usize];
            let of = den.count();
            if amount.p > 0.0 {
                for edge in self.graph.edges(node) {
                    let near = amount.share(edge.weight, of);
                    if edge.to != order[0] && (self.within)(edge.to) {
                        self.amounts[edge.to as usize].add(near);
                    } else {
                        out(self.into, Way::To(edge.to), near);
                    }
                }
                if ending > 0 {
                    out(self.into, Way::Ends, amount.share(ending, of));
                }
            }
            out(self.into, Way::Sent(node, den), amount);
        }
    }
}
