//! The operations.

use std::sync::Arc;

use mostek_play::{PlayerModel, Solver};
use mostek_search::{Gaddag, Scratch};

use crate::build::BuiltGraph;
use crate::fault::{Fault, FaultCode};
use crate::game::Game;
use crate::judging::PageJudging;
use crate::reader::Reader;
use crate::simulation::PageSimulation;
use crate::turn::Turn;
use crate::words::PageWords;
use crate::writer::{bytes, write_move};

/// What a page can ask for. The numbers are a part of the ABI.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[repr(u32)]
pub enum Operation {
    /// Builds the GADDAG of a word list, see [`crate::build::words_of`]; the argument is the length of the letters. Answers with the
    /// number of its bytes.
    BuildGraph = 1,
    /// The next bytes of the GADDAG that is built, about as many as the argument says; none at its end.
    Piece = 2,
    /// The CRC-32 of the pieces so far.
    PieceSum = 3,
    /// Sets the game, see [`Game::read`]; what was open is closed.
    Game = 4,
    /// Opens a GADDAG that was built before; the argument is its CRC-32.
    Graph = 5,
    /// The number of plays, the sum of their scores (two numbers) and the highest score of a turn.
    Totals = 6,
    /// The best plays, exchanges and the pass of a turn; the argument is how many at most.
    Best = 7,
    /// Begins a simulation of a turn, see [`PageSimulation::read`]; the argument is how many candidates.
    Simulate = 8,
    /// Plays as many iterations as the argument says, and answers with the estimates.
    Iterate = 9,
    /// Solves the end of a game; the argument bounds the work, in 1024 units of [`mostek_play::Solution::work`].
    Solve = 10,
    /// Opens a word list for searches, see [`crate::build::words_of`]; the argument is the length of the letters.
    Words = 11,
    /// The words that fit a search, see [`PageWords::find`]; the argument is how many of each length are shown.
    Find = 12,
    /// Whether each of some texts is a word, see [`PageWords::contains`].
    Contains = 13,
    /// How likely the letters of a word are drawn, see [`PageWords::rank`].
    Rank = 14,
    /// The likeliest alphagrams of a length, see [`PageWords::likely`]; the argument is how many.
    Likely = 15,
    /// Begins to judge a move, see [`PageJudging::read`].
    Judge = 16,
    /// Plays as many deals as the argument says, and answers with the verdict as far as it is there.
    Deal = 17,
}

const OPERATIONS: [Operation; 17] = [
    Operation::BuildGraph,
    Operation::Piece,
    Operation::PieceSum,
    Operation::Game,
    Operation::Graph,
    Operation::Totals,
    Operation::Best,
    Operation::Simulate,
    Operation::Iterate,
    Operation::Solve,
    Operation::Words,
    Operation::Find,
    Operation::Contains,
    Operation::Rank,
    Operation::Likely,
    Operation::Judge,
    Operation::Deal,
];

/// Bytes of the table of the endgame.
const TABLE_BYTES: usize = 8 << 20;
/// The most plays of one answer.
const MAX_COUNT: u32 = 100_000;
/// The most iterations of one call.
const MAX_ITERATIONS: u32 = 100_000;

/// What is open.
#[derive(Default)]
pub struct Kernel {
    built: Option<BuiltGraph>,
    game: Option<Game>,
    model: Option<PlayerModel>,
    scratch: Scratch,
    simulation: Option<PageSimulation>,
    judging: Option<PageJudging>,
    words: Option<PageWords>,
}

impl Kernel {
    /// Carries out an operation.
    ///
    /// # Errors
    /// [`Fault`] for a request that is malformed.
    pub fn call(&mut self, operation: u32, argument: u32, request: Vec<u32>) -> Result<Vec<u8>, Fault> {
        let known = OPERATIONS.into_iter().find(|known| *known as u32 == operation);
        match known.ok_or(Fault::at(FaultCode::Operation, operation as usize))? {
            Operation::BuildGraph => {
                self.built = None;
                let graph = BuiltGraph::of(&request, argument)?;
                Ok(bytes(&[u32::try_from(self.built.insert(graph).bytes()).unwrap_or(u32::MAX)]))
            }
            Operation::Piece => Ok(self.built.as_mut().ok_or(Fault::new(FaultCode::Order))?.piece(argument as usize)),
            Operation::PieceSum => {
                let built = self.built.as_ref().ok_or(Fault::new(FaultCode::Order))?;
                Ok(bytes(&[built.sum()]))
            }
            Operation::Game => {
                let words = self.words.take();
                *self = Self { game: Some(Game::read(&request)?), words, ..Self::default() };
                Ok(Vec::new())
            }
            Operation::Graph => self.open_graph(argument, request),
            Operation::Totals => self.totals(&request),
            Operation::Best => self.best(argument.min(MAX_COUNT) as usize, &request),
            Operation::Simulate => self.simulate(argument as usize, &request),
            Operation::Iterate => {
                let simulation = self.simulation.as_mut().ok_or(Fault::new(FaultCode::Order))?;
                Reader::new(&request).end()?;
                Ok(simulation.iterate(argument.min(MAX_ITERATIONS)))
            }
            Operation::Solve => self.solve(argument, &request),
            Operation::Words => {
                self.words = None;
                self.words = Some(PageWords::of(&request, argument)?);
                Ok(Vec::new())
            }
            Operation::Find => self.list()?.find(argument.min(MAX_COUNT) as usize, &request),
            Operation::Contains => self.list()?.contains(&request),
            Operation::Rank => self.list()?.rank(&request),
            Operation::Likely => self.list()?.likely(argument.min(MAX_COUNT) as usize, &request),
            Operation::Judge => {
                self.judging = None;
                self.judging = Some(PageJudging::read(self.opened()?, &request)?);
                Ok(Vec::new())
            }
            Operation::Deal => {
                let judging = self.judging.as_mut().ok_or(Fault::new(FaultCode::Order))?;
                Reader::new(&request).end()?;
                judging.deal(argument.min(MAX_ITERATIONS))
            }
        }
    }

    fn open_graph(&mut self, checksum: u32, nodes: Vec<u32>) -> Result<Vec<u8>, Fault> {
        let game = self.game.as_ref().ok_or(Fault::new(FaultCode::Order))?;
        verify(&nodes, checksum)?;
        self.model = Some(game.model(Arc::new(Gaddag::trusted(nodes, game.letters)))?);
        (self.simulation, self.judging) = (None, None);
        Ok(Vec::new())
    }

    fn opened(&self) -> Result<&PlayerModel, Fault> {
        self.model.as_ref().ok_or(Fault::new(FaultCode::Order))
    }

    fn list(&mut self) -> Result<&mut PageWords, Fault> {
        self.words.as_mut().ok_or(Fault::new(FaultCode::Order))
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
        // There are only plays and passes, so any rack will do.
        let rack = model.search.rack(&[])?;
        for chosen in &found.line {
            write_move(chosen, &rack, 0, &mut answer);
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
