//! The states of a bout that wait for dice, its ends, and the falls that lead from one to another.

use super::fan::{Fan, fan};
use super::{MOST_STATES, MOST_WAITS, OddsError, assumptions};
use crate::{Bout, Fed, Key, Policy, Quiet, Slot, Teller, Wants};
use dice::Falls;
use hashbrown::HashTable;
use rustc_hash::FxBuildHasher;
use std::hash::BuildHasher;
use std::ops::Range;
use std::rc::Rc;

/// Room for the states of an ordinary charge, made once.
const ROOM: usize = 256;

/// What the dice of one node may lead to.
#[derive(Clone, Copy)]
pub(super) struct Edge {
    pub to: u32,
    pub weight: u128,
}

/// A state that waits for dice, or an end.
#[derive(Clone)]
pub(super) struct Node {
    /// Its edges to other nodes.
    edges: Range<u32>,
    /// How much the weights of these edges add up to: the falls that lead back to itself are left out, which is the
    /// same as throwing again until something changes.
    pub of: Falls,
    /// How many edges of other nodes lead here; those still to be followed, once the chance is under way.
    pub entries: u32,
}

impl Node {
    /// Where its edges lie.
    pub fn range(&self) -> Range<usize> {
        self.edges.start as usize..self.edges.end as usize
    }
}

pub(super) struct Graph<B: Bout> {
    pub nodes: Vec<Node>,
    pub edges: Vec<Edge>,
    /// The ends and their nodes, as they came; different ways may end alike.
    pub ends: Vec<(B::End, u32)>,
    /// Replies taken for granted, as they came.
    pub assumed: Vec<(Slot, Key)>,
}

/// Where a bout comes to rest.
enum Rest<E> {
    Throws(Rc<Fan>),
    Ends(E),
}

/// States met, those passed through on the way included: a state met again is not run again, not even through what it
/// is told. Only states that wait for dice and ends become nodes; last states are not kept, ends being put together
/// anyway.
struct Met<B> {
    table: HashTable<u32>,
    states: Vec<(B, u32)>,
}

impl<B: Bout> Met<B> {
    fn node(&self, hash: u64, state: &B) -> Option<u32> {
        let place = self.table.find(hash, |&place| self.states[place as usize].0 == *state)?;
        Some(self.states[*place as usize].1)
    }

    /// Keeps a state; where.
    fn insert(&mut self, hash: u64, state: B, node: u32) -> Result<u32, OddsError> {
        if self.states.len() >= MOST_STATES {
            return Err(OddsError::TooManyStates);
        }
        let place = u32::try_from(self.states.len()).map_err(|_| OddsError::TooManyStates)?;
        self.states.push((state, node));
        let states = &self.states;
        self.table.insert_unique(hash, place, |&place| hash_of(&states[place as usize].0));
        Ok(place)
    }
}

fn hash_of<B: Bout>(state: &B) -> u64 {
    FxBuildHasher.hash_one(state)
}

/// A node whose dice are still to be thrown, where its state is kept, and its dice.
struct Open {
    node: u32,
    place: u32,
    fan: Rc<Fan>,
}

/// Where a state comes to.
struct Entered {
    node: u32,
    /// It is an end that no state looked up had come to.
    new_end: bool,
}

/// After so many new ends side by side, further neighbours are not looked up: they end in their own ways too.
const MOST_NEW_ENDS: u32 = 4;

/// Runs a bout into every state it can reach.
struct Explorer<'a, B: Bout, T, P> {
    teller: &'a T,
    policy: &'a P,
    met: Met<B>,
    /// The nodes whose dice are still to be thrown.
    open: Vec<Open>,
    graph: Graph<B>,
}

impl<B: Bout> Graph<B> {
    /// Everything that can come of a bout. The first node is where it stands.
    pub fn explore(from: B, teller: &impl Teller<B>, policy: &impl Policy<B>) -> Result<Self, OddsError> {
        let graph = Self {
            nodes: Vec::with_capacity(ROOM),
            edges: Vec::with_capacity(4 * ROOM),
            ends: Vec::with_capacity(ROOM),
            assumed: Vec::new(),
        };
        let met = Met { table: HashTable::with_capacity(2 * ROOM), states: Vec::with_capacity(ROOM) };
        let mut explorer = Explorer { teller, policy, met, open: Vec::with_capacity(ROOM / 8), graph };
        explorer.enter(from, false)?;
        while let Some(open) = explorer.open.pop() {
            explorer.throw(&open)?;
        }
        Ok(explorer.graph)
    }

    pub fn edges(&self, node: u32) -> &[Edge] {
        &self.edges[self.nodes[node as usize].range()]
    }
}

impl<B: Bout, T: Teller<B>, P: Policy<B>> Explorer<'_, B, T, P> {
    /// The node that a state comes to; `look` whether it may have been met before.
    #[inline]
    fn enter(&mut self, mut state: B, look: bool) -> Result<Entered, OddsError> {
        let mut before = None;
        if look {
            let hash = hash_of(&state);
            if let Some(node) = self.met.node(hash, &state) {
                return Ok(Entered { node, new_end: false });
            }
            before = Some((hash, state.clone()));
        }
        let (rest, moved) = self.rest(&mut state)?;
        let new_end = matches!(rest, Rest::Ends(_));
        let node = match rest {
            Rest::Ends(end) => {
                let node = self.add()?;
                self.graph.ends.push((end, node));
                node
            }
            Rest::Throws(fan) => {
                let hash = match &before {
                    Some((hash, _)) if !moved => *hash,
                    _ => hash_of(&state),
                };
                let known = if moved || !look { self.met.node(hash, &state) } else { None };
                match known {
                    Some(node) => node,
                    None => {
                        let node = self.add()?;
                        let place = self.met.insert(hash, state, node)?;
                        self.open.push(Open { node, place, fan });
                        node
                    }
                }
            }
        };
        if let Some((hash, before)) = before
            && (moved || new_end)
        {
            self.met.insert(hash, before, node)?;
        }
        Ok(Entered { node, new_end })
    }

    #[inline]
    fn add(&mut self) -> Result<u32, OddsError> {
        if self.graph.nodes.len() >= MOST_STATES {
            return Err(OddsError::TooManyStates);
        }
        let node = u32::try_from(self.graph.nodes.len()).map_err(|_| OddsError::TooManyStates)?;
        self.graph.nodes.push(Node { edges: 0..0, of: Falls::ONE, entries: 0 });
        Ok(node)
    }

    /// Lets a bout go on until it waits for dice that may fall in more than one way, or ends; and whether it moved.
    #[inline]
    fn rest(&mut self, bout: &mut B) -> Result<(Rest<B::End>, bool), OddsError> {
        for waited in 0..MOST_WAITS {
            match bout.wants() {
                Wants::Told(fact) => {
                    let Some(situation) = self.teller.tell(bout, &fact) else { return Err(OddsError::NeedsPerson) };
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
                    let fan = fan(&tosses)?;
                    match fan.falls.as_slice() {
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
    fn throw(&mut self, &Open { node, place, ref fan }: &Open) -> Result<(), OddsError> {
        // The edges of a node lie together; entering states adds nodes but no edges.
        let start = self.graph.edges.len();
        let state = self.met.states[place as usize].0.clone();
        let mut back = 0;
        let mut new_ends = 0;
        for (classes, weight) in &fan.falls {
            let mut next = state.clone();
            next.feed(Fed::Thrown(classes), &mut Quiet);
            let Entered { node: to, new_end } = self.enter(next, new_ends < MOST_NEW_ENDS)?;
            new_ends = if new_end { new_ends + 1 } else { 0 };
            if to == node {
                back += weight;
                continue;
            }
            // Neighbouring classes often lead to the same state; looking further back costs more than a second edge.
            let entries = &mut self.graph.nodes[to as usize].entries;
            if *entries > 0
                && let Some(edge) = self.graph.edges[start..].iter_mut().rev().take(4).find(|edge| edge.to == to)
            {
                edge.weight += weight;
            } else {
                *entries += 1;
                self.graph.edges.push(Edge { to, weight: *weight });
            }
        }
        let of = if back == 0 { fan.of } else { Falls::new(fan.of.count() - back).ok_or(OddsError::Endless)? };
        let range = |n: usize| u32::try_from(n).map_err(|_| OddsError::TooManyStates);
        let node = &mut self.graph.nodes[node as usize];
        (node.edges, node.of) = (range(start)?..range(self.graph.edges.len())?, of);
        Ok(())
    }
}
