//! The judging of a move that goes on step by step.

use mostek_judge::{Effort, Efforts, GradeLimits, Graded, JudgedMove, Judging, Loss, Question};
use mostek_play::PlayerModel;
use mostek_search::Rack;

use crate::fault::Fault;
use crate::given;
use crate::reader::Reader;
use crate::simulation::MAX_PLIES;
use crate::turn::Turn;
use crate::writer::{bytes, write_move};

/// The most candidates, without the move itself.
const MAX_CANDIDATES: usize = 255;
const MAX_BATCHES: usize = 100;
/// The most deals in a batch.
const MAX_DEALS: usize = 100_000;

pub(crate) struct PageJudging {
    inner: Judging,
    rack: Rack,
    chance: GradeLimits,
    points: GradeLimits,
}

impl PageJudging {
    /// Reads a turn; the candidates, the first effort (batches, deals, plies), the finalists, the second effort, 1 if a single
    /// finalist is played again; the seed (two numbers); for chances, then for points, the limits of a good move, an
    /// inaccuracy and a mistake (two numbers each); 1 if the move is a phoney, its equity, and the move, see [`given::read`].
    pub(crate) fn read(model: &PlayerModel, request: &[u32]) -> Result<Self, Fault> {
        let mut reader = Reader::new(request);
        let turn = Turn::read(&mut reader, model)?;
        let candidates = reader.positive(MAX_CANDIDATES)?;
        let first = effort(&mut reader)?;
        let finalists = reader.up_to(MAX_CANDIDATES)?;
        let second = effort(&mut reader)?;
        let repeats_one = reader.up_to(1)? == 1;
        let seed = reader.wide()?;
        let (chance, points) = (limits(&mut reader)?, limits(&mut reader)?);
        let (is_phoney, equity) = (reader.up_to(1)? == 1, reader.signed()?);
        let rack = model.search.rack(&turn.rack)?;
        let played = (given::read(&mut reader, &model.search, &turn.position, &rack)?, equity);
        reader.end()?;
        let efforts = Efforts { candidates, first, finalists, second, repeats_one };
        let question = Question { model: model.clone(), view: turn.view(), played, is_phoney, efforts, seed };
        Ok(Self { inner: Judging::new(question)?, rack, chance, points })
    }

    /// Plays on, and answers with the share of the work that is done (a number of 64 bits). With the verdict there follow the
    /// lost chance and points, their margins, and the chance that is left (64 bits each); the grade, that by chance and
    /// that by points from 0 for the best to 4, and the number of choices; then the move played and the best moves, each as in
    /// an answer of the simulation, with margins for errors.
    pub(crate) fn deal(&mut self, deals: u32) -> Result<Vec<u8>, Fault> {
        // Without a limit of time: there is no clock here.
        self.inner.run(deals.into(), None)?;
        let mut answer = self.inner.progress().to_le_bytes().to_vec();
        if !self.inner.is_done() {
            return Ok(answer);
        }
        let found = self.inner.verdict(&[]);
        let before = found.best.first().map_or(0.0, |best| best.chance);
        let graded = Graded::of(&found.loss, before, &self.chance, &self.points);
        let Loss { chance, points, chance_margin, points_margin } = found.loss;
        let numbers = [chance, points, chance_margin, points_margin, graded.chance_after];
        answer.extend(numbers.map(f64::to_le_bytes).as_flattened());
        let grades = [graded.grade, graded.by_chance, graded.by_points].map(|grade| grade as u32);
        answer.extend(bytes(&grades));
        answer.extend(bytes(&[found.choices as u32]));
        for each in [&found.played].into_iter().chain(&found.best) {
            self.write(each, &mut answer);
        }
        Ok(answer)
    }

    fn write(&self, found: &JudgedMove, answer: &mut Vec<u8>) {
        write_move(&found.chosen, &self.rack, found.equity, answer);
        answer.extend((found.deals as u32).to_le_bytes());
        let numbers = [found.chance, found.chance_margin, found.spread, found.spread_margin];
        answer.extend(numbers.map(f64::to_le_bytes).as_flattened());
    }
}

fn effort(reader: &mut Reader) -> Result<Effort, Fault> {
    let (batches, deals) = (reader.positive(MAX_BATCHES)?, reader.positive(MAX_DEALS)?);
    Ok(Effort { batches, deals: deals as u64, plies: reader.up_to(MAX_PLIES)? })
}

fn limits(reader: &mut Reader) -> Result<GradeLimits, Fault> {
    Ok(GradeLimits { good: reader.real()?, inaccuracy: reader.real()?, mistake: reader.real()? })
}
