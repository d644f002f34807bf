//! The operations.

use std::sync::Arc;

use mostek_play::{Move, PlayerModel, Solver};
use mostek_search::{Gaddag, Scratch, WordMap};

use crate::build;
use crate::fault::{Fault, FaultCode};
use crate::game::Game;
use crate::reader::Reader;
use crate::simulation::PageSimulation;
use crate::turn::{self, Turn};

/// What a page can ask for. The numbers are a part of the ABI.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[repr(u32)]
pub enum Operation {
    /// The bytes of the GADDAG of a word list, see [`build::words`]; the argument is the length of the letters.
    BuildGraph = 1,
    /// The same for the word map, for racks of seven tiles.
    BuildMap = 2,
    /// The CRC-32 of the request's first bytes; the argument is their number.
    Checksum = 3,
    /// Sets the game, see [`Game::read`]; what was open is closed.
    Game = 4,
    /// Opens a GADDAG that was built before; the argument is its CRC-32.
    Graph = 5,
    /// Opens a word map that was built before; the argument is its CRC-32.
    Map = 6,
    /// The number of plays, the sum of their scores (two numbers) and the highest score of a turn.
    Totals = 7,
    /// The best plays, exchanges and the pass of a turn; the argument is how many at most.
    Best = 8,
    /// Begins a simulation of a turn, see [`PageSimulation::read`]; the argument is how many candidates.
    Simulate = 9,
    /// Plays as many iterations as the argument says, and answers with the estimates.
    Iterate = 10,
    /// Solves the end of a game; the argument bounds the work, in 1024 units of [`mostek_play::Solution::work`].
    Solve = 11,
}

const OPERATIONS: [Operation; 11] = [
    Operation::BuildGraph,
    Operation::BuildMap,
    Operation::Checksum,
    Operation::Game,
    Operation::Graph,
    Operation::Map,
    Operation::Totals,
    Operation::Best,
    Operation::Simulate,
    Operation::Iterate,
    Operation::Solve,
];

/// The tiles of a rack for which a word map is built.
const MAP_RACK: usize = 7;
/// Bytes of the table of the endgame.
const TABLE_BYTES: usize = 8 << 20;
/// The most plays of one answer.
const MAX_COUNT: u32 = 100_000;
/// The most iterations of one call.
const MAX_ITERATIONS: u32 = 100_000;

/// What is open.
#[derive(Default)]
pub struct Kernel {
    game: Option<Game>,
    graph: Option<Arc<Gaddag>>,
    model: Option<PlayerModel>,
    scratch: Scratch,
    simulation: Option<PageSimulation>,
}

impl Kernel {
    /// Carries out an operation.
    ///
    /// # Errors
    /// [`Fault`] for a request that is malformed.
    pub fn call(&mut self, operation: u32, argument: u32, request: Vec<u32>) -> Result<Vec<u8>, Fault> {
        let known = OPERATIONS.into_iter().find(|known| *known as u32 == operation);
        match known.ok_or(Fault::at(FaultCode::Operation, operation as usize))? {
            Operation::BuildGraph => Ok(build::words(&request, argument)?.gaddag(&mut |_| true)?),
            Operation::BuildMap => Ok(build::words(&request, argument)?.word_map(MAP_RACK, &mut |_| true)?),
            Operation::Checksum => {
                let bytes: &[u8] = bytemuck::cast_slice(&request);
                let bytes = bytes.get(..argument as usize).ok_or(Fault::at(FaultCode::Length, bytes.len()))?;
                Ok(crc32fast::hash(bytes).to_le_bytes().to_vec())
            }
            Operation::Game => {
                *self = Self { game: Some(Game::read(&request)?), ..Self::default() };
                Ok(Vec::new())
            }
            Operation::Graph => self.open_graph(argument, request),
            Operation::Map => self.open_map(argument, request),
            Operation::Totals => self.totals(&request),
            Operation::Best => self.best(argument.min(MAX_COUNT) as usize, &request),
            Operation::Simulate => self.simulate(argument as usize, &request),
            Operation::Iterate => {
                let simulation = self.simulation.as_mut().ok_or(Fault::new(FaultCode::Order))?;
                Reader::new(&request).end()?;
                Ok(simulation.iterate(argument.min(MAX_ITERATIONS)))
            }
            Operation::Solve => self.solve(argument, &request),
        }
    }

    fn open_graph(&mut self, checksum: u32, nodes: Vec<u32>) -> Result<Vec<u8>, Fault> {
        let game = self.game.as_ref().ok_or(Fault::new(FaultCode::Order))?;
        verify(&nodes, checksum)?;
        let graph = Arc::new(Gaddag::trusted(nodes, game.letters));
        self.model = Some(game.model(Arc::clone(&graph), None)?);
        (self.graph, self.simulation) = (Some(graph), None);
        Ok(Vec::new())
    }

    fn open_map(&mut self, checksum: u32, numbers: Vec<u32>) -> Result<Vec<u8>, Fault> {
        let (Some(game), Some(graph)) = (&self.game, &self.graph) else { return Err(Fault::new(FaultCode::Order)) };
        verify(&numbers, checksum)?;
        let map = WordMap::trusted(numbers, game.letters).map_err(|_| Fault::new(FaultCode::Structure))?;
        self.simulation = None;
        self.model = Some(game.model(Arc::clone(graph), Some(map))?);
        Ok(Vec::new())
    }

    fn opened(&self) -> Result<&PlayerModel, Fault> {
        self.model.as_ref().ok_or(Fault::new(FaultCode::Order))
    }

    fn totals(&self, request: &[u32]) -> Result<Vec<u8>, Fault> {
        let model = self.opened()?;
        let turn = Turn::read(&mut Reader::new(request), model)?;
        let totals = model.search.totals(&turn.position, &model.search.rack(&turn.rack)?);
        let (sum, top) = (totals.sum as u64, totals.top.cast_unsigned());
        Ok(bytes(&[totals.plays as u32, sum as u32, (sum >> 32) as u32, top]))
    }

    fn best(&mut self, count: usize, request: &[u32]) -> Result<Vec<u8>, Fault> {
        let model = self.model.as_ref().ok_or(Fault::new(FaultCode::Order))?;
        let turn = Turn::read(&mut Reader::new(request), model)?;
        turn.best(model, count, &mut self.scratch)
    }

    fn simulate(&mut self, candidates: usize, request: &[u32]) -> Result<Vec<u8>, Fault> {
        self.simulation = None;
        self.simulation = Some(PageSimulation::read(self.opened()?, candidates, request)?);
        Ok(Vec::new())
    }

    /// Answers with the value, 1 if it is proved, the depth, the number of turns, and the turns.
    fn solve(&self, budget: u32, request: &[u32]) -> Result<Vec<u8>, Fault> {
        let model = self.opened()?;
        let game = self.game.as_ref().ok_or(Fault::new(FaultCode::Order))?;
        let turn = Turn::read(&mut Reader::new(request), model)?;
        if turn.unseen.len() > model.search.rack_size() || turn.unseen.is_empty() || turn.rack.is_empty() {
            return Err(Fault::at(FaultCode::Over, turn.unseen.len()));
        }
        let most = u64::from(budget) << 10;
        let mut solver = Solver::new(game.end_rules, TABLE_BYTES);
        let racks = [&turn.rack[..], &turn.unseen[..]];
        let found = solver.solve(&model.search, &turn.position, racks, turn.passes, &mut |found| found.work < most)?;
        let mut answer =
            bytes(&[found.value.cast_unsigned(), found.proved.into(), found.depth.into(), found.line.len() as u32]);
        for chosen in &found.line {
            let play = if let Move::Play(play) = chosen { Some(play) } else { None };
            turn::write(play, &[], 0, &mut answer);
        }
        Ok(answer)
    }
}

fn verify(numbers: &[u32], checksum: u32) -> Result<(), Fault> {
    match crc32fast::hash(bytemuck::cast_slice(numbers)) {
        found if found == checksum && !numbers.is_empty() => Ok(()),
        _ => Err(Fault::new(FaultCode::Checksum)),
    }
}

/// Numbers as they are in an answer.
pub(crate) fn bytes(numbers: &[u32]) -> Vec<u8> {
    numbers.iter().flat_map(|number| number.to_le_bytes()).collect()
}
