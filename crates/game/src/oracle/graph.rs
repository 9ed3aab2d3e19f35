//! The states of a bout that wait for dice, its ends, and the falls that lead from one to another.

use super::fan::Fans;
use super::{MOST_STATES, MOST_WAITS, OddsError, assumptions};
use crate::{Bout, Fed, Key, Policy, Quiet, Slot, Teller, Wants};
use hashbrown::HashTable;
use rustc_hash::FxBuildHasher;
use std::hash::BuildHasher;
use std::ops::Range;

/// Room for the states of an ordinary charge, made once.
const ROOM: usize = 256;

/// What the dice of one node may lead to.
#[derive(Clone, Copy)]
pub(super) struct Edge {
    pub to: u32,
    pub weight: u128,
}

/// A state that waits for dice, or an end.
#[derive(Clone, Default)]
pub(super) struct Node {
    /// Its edges to other nodes.
    edges: Range<u32>,
    /// How much the weights of these edges add up to: the falls that lead back to itself are left out, which is the
    /// same as throwing again until something changes.
    pub of: u128,
    /// How many edges of other nodes lead here.
    pub entries: u32,
}

pub(super) struct Graph<B: Bout> {
    pub nodes: Vec<Node>,
    edges: Vec<Edge>,
    /// The ends and their nodes; different last states may end alike.
    pub ends: Vec<(B::End, u32)>,
    /// Replies taken for granted, as they came.
    pub assumed: Vec<(Slot, Key)>,
}

/// Where a bout comes to rest.
enum Rest<E> {
    Throws(u32),
    Ends(E),
}

/// Every state met, those passed through on the way included: a state met again is not run again, not even through
/// what it is told. Only states that wait for dice and ends become nodes.
struct Met<B> {
    table: HashTable<u32>,
    states: Vec<(B, u32)>,
}

impl<B: Bout> Met<B> {
    fn node(&self, hash: u64, state: &B) -> Option<u32> {
        let place = self.table.find(hash, |&place| self.states[place as usize].0 == *state)?;
        Some(self.states[*place as usize].1)
    }

    fn insert(&mut self, hash: u64, state: B, node: u32) -> Result<(), OddsError> {
        if self.states.len() >= MOST_STATES {
            return Err(OddsError::TooManyStates);
        }
        let place = u32::try_from(self.states.len()).map_err(|_| OddsError::TooManyStates)?;
        self.states.push((state, node));
        let states = &self.states;
        self.table.insert_unique(hash, place, |&place| hash_of(&states[place as usize].0));
        Ok(())
    }
}

fn hash_of<B: Bout>(state: &B) -> u64 {
    FxBuildHasher.hash_one(state)
}

/// Runs a bout into every state it can reach.
struct Explorer<'a, B: Bout, T, P> {
    teller: &'a T,
    policy: &'a P,
    fans: Fans,
    met: Met<B>,
    /// The nodes whose dice are still to be thrown: the node, where its state is kept, its fan.
    open: Vec<(u32, u32, u32)>,
    graph: Graph<B>,
}

impl<B: Bout> Graph<B> {
    /// Everything that can come of a bout. The first node is where it stands.
    pub fn explore(from: B, teller: &impl Teller<B>, policy: &impl Policy<B>) -> Result<Self, OddsError> {
        let graph = Self {
            nodes: Vec::with_capacity(ROOM),
            edges: Vec::with_capacity(4 * ROOM),
            ends: Vec::with_capacity(ROOM / 4),
            assumed: Vec::new(),
        };
        let met = Met { table: HashTable::with_capacity(2 * ROOM), states: Vec::with_capacity(ROOM) };
        let mut explorer = Explorer { teller, policy, fans: Fans::default(), met, open: Vec::new(), graph };
        explorer.enter(from)?;
        while let Some((node, place, fan)) = explorer.open.pop() {
            explorer.throw(node, place, fan)?;
        }
        Ok(explorer.graph)
    }

    pub fn edges(&self, node: u32) -> &[Edge] {
        let edges = &self.nodes[node as usize].edges;
        &self.edges[edges.start as usize..edges.end as usize]
    }
}

impl<B: Bout, T: Teller<B>, P: Policy<B>> Explorer<'_, B, T, P> {
    /// The node that a state comes to.
    fn enter(&mut self, state: B) -> Result<u32, OddsError> {
        let hash = hash_of(&state);
        if let Some(node) = self.met.node(hash, &state) {
            return Ok(node);
        }
        let mut rested = state.clone();
        let (rest, moved) = self.rest(&mut rested)?;
        if moved {
            let hash_rested = hash_of(&rested);
            let node = match self.met.node(hash_rested, &rested) {
                Some(node) => node,
                None => self.add(hash_rested, rested, rest)?,
            };
            self.met.insert(hash, state, node)?;
            Ok(node)
        } else {
            self.add(hash, rested, rest)
        }
    }

    fn add(&mut self, hash: u64, state: B, rest: Rest<B::End>) -> Result<u32, OddsError> {
        let node = u32::try_from(self.graph.nodes.len()).map_err(|_| OddsError::TooManyStates)?;
        let place = u32::try_from(self.met.states.len()).map_err(|_| OddsError::TooManyStates)?;
        self.graph.nodes.push(Node::default());
        self.met.insert(hash, state, node)?;
        match rest {
            Rest::Throws(fan) => self.open.push((node, place, fan)),
            Rest::Ends(end) => self.graph.ends.push((end, node)),
        }
        Ok(node)
    }

    /// Lets a bout go on until it waits for dice that may fall in more than one way, or ends; and whether it moved.
    fn rest(&mut self, bout: &mut B) -> Result<(Rest<B::End>, bool), OddsError> {
        for waited in 0..MOST_WAITS {
            match bout.wants() {
                Wants::Told(fact) => {
                    let situation = self.teller.tell(bout, &fact).ok_or(OddsError::NeedsPerson)?;
                    bout.feed(Fed::Told(situation), &mut Quiet);
                }
                Wants::Reply(slot, fields) => {
                    let replies = self.policy.reply(bout, &slot, &fields);
                    for assumed in assumptions(&slot, replies.iter()) {
                        if !self.graph.assumed.contains(&assumed) {
                            self.graph.assumed.push(assumed);
                        }
                    }
                    bout.feed(Fed::Replied(&replies), &mut Quiet);
                }
                Wants::Pause(_) => bout.feed(Fed::Resumed, &mut Quiet),
                Wants::Dice(tosses) => {
                    let fan = self.fans.find(&tosses)?;
                    match self.fans.get(fan).falls.as_slice() {
                        [(classes, _)] => bout.feed(Fed::Thrown(classes), &mut Quiet),
                        _ => return Ok((Rest::Throws(fan), waited > 0)),
                    }
                }
                Wants::Done(end) => return Ok((Rest::Ends(end), waited > 0)),
            }
        }
        Err(OddsError::Endless)
    }

    /// Throws the dice of a node in every way.
    fn throw(&mut self, node: u32, place: u32, fan: u32) -> Result<(), OddsError> {
        // The edges of a node lie together; entering states adds nodes but no edges.
        let start = self.graph.edges.len();
        let mut of = 0;
        for fall in 0..self.fans.get(fan).falls.len() {
            let (classes, weight) = &self.fans.get(fan).falls[fall];
            let weight = *weight;
            let mut next = self.met.states[place as usize].0.clone();
            next.feed(Fed::Thrown(classes), &mut Quiet);
            let to = self.enter(next)?;
            if to == node {
                continue;
            }
            of += weight;
            // Neighbouring classes often lead to the same state; looking further back costs more than a second edge.
            match self.graph.edges[start..].iter_mut().rev().take(4).find(|edge| edge.to == to) {
                Some(edge) => edge.weight += weight,
                None => {
                    self.graph.edges.push(Edge { to, weight });
                    self.graph.nodes[to as usize].entries += 1;
                }
            }
        }
        if of == 0 {
            return Err(OddsError::Endless);
        }
        let range = |n: usize| u32::try_from(n).map_err(|_| OddsError::TooManyStates);
        let node = &mut self.graph.nodes[node as usize];
        (node.edges, node.of) = (range(start)?..range(self.graph.edges.len())?, of);
        Ok(())
    }
}
