//! The states of a bout that wait for dice, its ends, and the throws that lead from one to another.

use super::fan::{Fan, fan};
use super::{ENDING_BITS, MOST_ENDINGS, MOST_STATES, MOST_WAITS, OddsError, assumptions};
use crate::{Bout, BoutInput, BoutRequest, Field, Key, Policy, Quiet, Slot, Teller};
use dice::Falls;
use hashbrown::HashTable;
use rustc_hash::FxBuildHasher;
use std::hash::BuildHasher;
use std::ops::Range;
use std::rc::Rc;

/// Capacity for the states of an ordinary charge, allocated once.
const ROOM: usize = 64;

/// Throws that lead from one node to another.
#[derive(Clone, Copy)]
pub(super) struct Edge {
    pub to: u32,
    pub weight: u128,
}

/// Throws that lead from a node to an end. Several may lead to the same end.
pub(super) struct Ending<E> {
    pub end: E,
    pub from: u32,
    pub weight: u128,
}

/// A state that waits for dice.
#[derive(Clone)]
pub(super) struct Node {
    edges: Range<u32>,
    /// The weight of throws that lead to ends.
    pub ending: u128,
    /// The sum of the weights of its edges and endings: throws that lead back to itself are left out, which is the same
    /// as throwing again until something changes.
    pub of: Falls,
    /// The number of edges of other nodes that lead here; later those still to be followed, once the chance is under
    /// way.
    pub entries: u32,
}

impl Node {
    const NEW: Self = Self { edges: 0..0, ending: 0, of: Falls::ONE, entries: 0 };

    /// The range of its edges.
    pub fn range(&self) -> Range<usize> {
        self.edges.start as usize..self.edges.end as usize
    }
}

pub(super) struct Graph<B: Bout> {
    pub nodes: Vec<Node>,
    pub edges: Vec<Edge>,
    pub endings: Vec<Ending<B::End>>,
    /// For each ending the rank of its end and its own place in one number: plain numbers sort fastest.
    pub keys: Vec<u64>,
    /// Assumed replies, in the order met.
    pub assumed: Vec<(Slot, Key)>,
}

/// Where a state leads: a node, or one of the ends reached without dice.
#[derive(Clone, Copy)]
enum Place {
    Node(u32),
    End(u32),
}

/// States met, including those passed through on the way: a state met again is not run again, nor asked for its
/// situation. Only states that wait for dice become nodes.
struct Met<B> {
    table: HashTable<u32>,
    states: Vec<(B, Place)>,
}

impl<B: Bout> Met<B> {
    #[inline]
    fn find(&self, hash: u64, state: &B) -> Option<Place> {
        let place = self.table.find(hash, |&place| self.states[place as usize].0 == *state)?;
        Some(self.states[*place as usize].1)
    }

    /// Stores a state; returns its place.
    fn insert(&mut self, hash: u64, state: B, place: Place) -> Result<u32, OddsError> {
        if self.states.len() >= MOST_STATES {
            return Err(OddsError::TooManyStates);
        }
        let kept = short(self.states.len())?;
        self.states.push((state, place));
        let states = &self.states;
        self.table.insert_unique(hash, kept, |&kept| hash_of(&states[kept as usize].0));
        Ok(kept)
    }
}

#[inline]
fn hash_of<B: Bout>(state: &B) -> u64 {
    FxBuildHasher.hash_one(state)
}

#[inline]
fn short(n: usize) -> Result<u32, OddsError> {
    u32::try_from(n).map_err(|_| OddsError::TooManyStates)
}

/// A node whose dice are still to be thrown, the place of its state, and its dice.
struct OpenNode {
    node: u32,
    kept: u32,
    fan: Rc<Fan>,
}

/// The state in which a bout comes to rest.
enum Rest<E> {
    Throws(Rc<Fan>),
    Ends(E),
}

/// Runs a bout into every state it can reach.
struct Explorer<'a, B: Bout, T, P> {
    teller: &'a T,
    policy: &'a P,
    met: Met<B>,
    /// Ends that states reach without dice.
    ends: Vec<B::End>,
    /// The nodes whose dice are still to be thrown.
    open: Vec<OpenNode>,
    graph: Graph<B>,
}

impl<B: Bout> Graph<B> {
    /// Everything that a bout can lead to. The first node is its present state.
    pub fn explore(mut from: B, teller: &impl Teller<B>, policy: &impl Policy<B>) -> Result<Self, OddsError> {
        let graph = Self {
            nodes: Vec::with_capacity(ROOM),
            edges: Vec::with_capacity(2 * ROOM),
            endings: Vec::with_capacity(4 * ROOM),
            keys: Vec::with_capacity(4 * ROOM),
            assumed: Vec::new(),
        };
        let met = Met { table: HashTable::with_capacity(2 * ROOM), states: Vec::with_capacity(2 * ROOM) };
        let mut explorer = Explorer { teller, policy, met, ends: Vec::new(), open: Vec::with_capacity(ROOM), graph };
        match explorer.rest(&mut from)? {
            Rest::Throws(fan) => {
                explorer.add(hash_of(&from), from, fan)?;
            }
            // A node that only ends.
            Rest::Ends(end) => {
                explorer.graph.nodes.push(Node { ending: 1, ..Node::NEW });
                explorer.end(end, 0, 1)?;
            }
        }
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
    /// A new node, to be thrown for.
    fn add(&mut self, hash: u64, state: B, fan: Rc<Fan>) -> Result<u32, OddsError> {
        let node = short(self.graph.nodes.len())?;
        let kept = self.met.insert(hash, state, Place::Node(node))?;
        self.graph.nodes.push(Node::NEW);
        self.open.push(OpenNode { node, kept, fan });
        Ok(node)
    }

    /// Lets a bout continue until it waits for dice with more than one class, or ends.
    #[inline]
    fn rest(&mut self, bout: &mut B) -> Result<Rest<B::End>, OddsError> {
        for _ in 0..MOST_WAITS {
            match bout.wants() {
                BoutRequest::Situation(fact) => {
                    let Some(situation) = self.teller.tell(bout, &fact) else { return Err(OddsError::NeedsPerson) };
                    bout.feed(BoutInput::Situation(situation), &mut Quiet);
                }
                BoutRequest::Reply(slot, fields) => self.reply(bout, &slot, &fields),
                BoutRequest::Pause(_) => bout.feed(BoutInput::Resumed, &mut Quiet),
                BoutRequest::Dice(tosses) => {
                    let fan = fan(&tosses)?;
                    match fan.only() {
                        Some(classes) => bout.feed(BoutInput::Thrown(classes), &mut Quiet),
                        None => return Ok(Rest::Throws(fan)),
                    }
                }
                BoutRequest::Done(end) => return Ok(Rest::Ends(end)),
            }
        }
        Err(OddsError::Endless)
    }

    fn reply(&mut self, bout: &mut B, slot: &Slot, fields: &[Field]) {
        let replies = self.policy.reply(bout, slot, fields);
        for assumed in assumptions(slot, replies.iter()) {
            if !self.graph.assumed.contains(&assumed) {
                self.graph.assumed.push(assumed);
            }
        }
        bout.feed(BoutInput::Replied(&replies), &mut Quiet);
    }

    /// Throws the dice of a node in every way.
    fn throw(&mut self, &OpenNode { node, kept, ref fan }: &OpenNode) -> Result<(), OddsError> {
        // The edges of a node lie together, because nodes are expanded one after the other.
        let start = self.graph.edges.len();
        let state = self.met.states[kept as usize].0.clone();
        let (mut back, mut ending) = (0, 0);
        // Neighbouring classes often lead to the same state.
        let mut last: Option<(B, Place)> = None;
        for (classes, weight) in fan.falls() {
            let mut next = state.clone();
            next.feed(BoutInput::Thrown(classes), &mut Quiet);
            if let Some(end) = next.end() {
                self.end(end, node, weight)?;
                ending += weight;
                continue;
            }
            let place = match &last {
                Some((same, place)) if *same == next => *place,
                _ => {
                    let place = self.place(&next)?;
                    last = Some((next, place));
                    place
                }
            };
            match place {
                Place::End(known) => {
                    let end = self.ends[known as usize].clone();
                    self.end(end, node, weight)?;
                    ending += weight;
                }
                Place::Node(to) if to == node => back += weight,
                Place::Node(to) => self.lead(start, to, weight),
            }
        }
        let of = if back == 0 { fan.of } else { Falls::new(fan.of.count() - back).ok_or(OddsError::Endless)? };
        let edges = short(start)?..short(self.graph.edges.len())?;
        let entries = self.graph.nodes[node as usize].entries;
        self.graph.nodes[node as usize] = Node { edges, ending, of, entries };
        Ok(())
    }

    /// Where a state leads that is not over.
    fn place(&mut self, state: &B) -> Result<Place, OddsError> {
        let hash = hash_of(state);
        if let Some(place) = self.met.find(hash, state) {
            return Ok(place);
        }
        let mut rested = state.clone();
        let place = match self.rest(&mut rested)? {
            Rest::Ends(end) => {
                self.ends.push(end);
                Place::End(short(self.ends.len() - 1)?)
            }
            Rest::Throws(fan) if rested == *state => return Ok(Place::Node(self.add(hash, rested, fan)?)),
            Rest::Throws(fan) => Place::Node(self.enter(rested, fan)?),
        };
        self.met.insert(hash, state.clone(), place)?;
        Ok(place)
    }

    /// The node of a state that waits for dice.
    fn enter(&mut self, state: B, fan: Rc<Fan>) -> Result<u32, OddsError> {
        let hash = hash_of(&state);
        match self.met.find(hash, &state) {
            Some(Place::Node(node)) => Ok(node),
            _ => self.add(hash, state, fan),
        }
    }

    #[inline]
    fn end(&mut self, end: B::End, from: u32, weight: u128) -> Result<(), OddsError> {
        let place = self.graph.endings.len();
        if place >= MOST_ENDINGS {
            return Err(OddsError::TooManyStates);
        }
        self.graph.keys.push(B::rank(&end) << ENDING_BITS | place as u64);
        self.graph.endings.push(Ending { end, from, weight });
        Ok(())
    }

    /// An edge of the node whose edges begin at `start`.
    fn lead(&mut self, start: usize, to: u32, weight: u128) {
        // Neighbouring classes often lead to the same state; looking further back costs more than a second edge.
        match self.graph.edges[start..].iter_mut().rev().take(4).find(|edge| edge.to == to) {
            Some(edge) => edge.weight += weight,
            None => {
                self.graph.edges.push(Edge { to, weight });
                self.graph.nodes[to as usize].entries += 1;
            }
        }
    }
}
