use crate::{Comparison, Grade, GradeLimits, Graded, Loss, Mean, rounded};

const LIMITS: GradeLimits = GradeLimits { good: 2.0, inaccuracy: 5.0, mistake: 10.0 };

fn graded(chance: f64, points: f64) -> Graded {
    Graded::of(&Loss { chance, points, ..Loss::default() }, 0.6, &LIMITS, &LIMITS)
}

#[test]
fn a_limit_belongs_to_the_worse_grade() {
    let by_points = |points| graded(0.0, points).by_points;
    assert_eq!(by_points(0.0), Grade::Best);
    assert_eq!([1e-9, 2.0 - 1e-9].map(by_points), [Grade::Good; 2]);
    assert_eq!([2.0, 5.0 - 1e-9].map(by_points), [Grade::Inaccuracy; 2]);
    assert_eq!([5.0, 10.0 - 1e-9].map(by_points), [Grade::Mistake; 2]);
    assert_eq!([10.0, 500.0].map(by_points), [Grade::Blunder; 2]);
}

#[test]
fn good_needs_both_grades_and_else_the_milder_counts() {
    let (best, good, inaccuracy, mistake, blunder) = (0.0, 1.0, 3.0, 6.0, 20.0);
    for (one, other, grade) in [
        (best, best, Grade::Best),
        (best, good, Grade::Good),
        (good, inaccuracy, Grade::Inaccuracy),
        (best, blunder, Grade::Inaccuracy),
        (mistake, blunder, Grade::Mistake),
        (blunder, blunder, Grade::Blunder),
    ] {
        assert_eq!([graded(one, other).grade, graded(other, one).grade], [grade; 2]);
    }
}

#[test]
fn what_is_left_of_a_chance_is_never_less_than_none() {
    assert_eq!([0.0, 0.25, 0.7].map(|lost| graded(lost, 0.0).chance_after), [0.6, 0.35, 0.0]);
}

#[test]
fn halves_are_rounded_to_the_even_digit_by_the_exact_value() {
    assert_eq!([0.5, 1.5, 2.5, -0.5].map(|value| rounded(value, 0)), [0.0, 2.0, 2.0, 0.0]);
    assert_eq!([0.125, 0.375].map(|value| rounded(value, 2)), [0.12, 0.38]);
    // The next numbers are a little less and a little more than they look.
    assert_eq!((rounded(2.675, 2), rounded(1.005, 2), rounded(0.000_15, 4)), (2.67, 1.0, 0.0001));
    assert_eq!((rounded(0.000_25, 4), rounded(0.35, 1), rounded(0.45, 1)), (0.0003, 0.3, 0.5));
    assert!(rounded(-0.000_01, 4).is_sign_negative());
}

/// Two moves in four batches; the second one wins a little less and gains more points.
fn comparison() -> Comparison {
    let batches = [[(0.5, 10.0), (0.499, 14.0)], [(0.7, 20.0), (0.699, 24.0)], [(0.6, 0.0), (0.599, 4.0)]];
    Comparison { batches: batches.map(Vec::from).into(), deals: 30 }
}

#[test]
fn moves_that_share_their_deals_differ_less_than_each_varies() {
    let found = comparison();
    let close = |Mean { mean, margin }: Mean, wanted: (f64, f64)| {
        assert!((mean - wanted.0).abs() < 1e-12 && (margin - wanted.1).abs() < 1e-12, "{mean} {margin}");
    };
    close(found.share(0), (0.6, 2.0 * 0.1 / 3f64.sqrt()));
    close(found.spread(1), (14.0, 2.0 * 10.0 / 3f64.sqrt()));
    close(found.share_lost(0, 1), (0.001, 0.0));
    close(found.spread_lost(0, 1), (-4.0, 0.0));
}

#[test]
fn of_equal_chances_the_better_spread_comes_first() {
    // 0.001 of a game is worth 2 points.
    assert_eq!(comparison().ranked(), [1, 0]);
    let mut slower = comparison();
    slower.batches.iter_mut().for_each(|batch| batch[1].1 -= 3.0);
    assert_eq!(slower.ranked(), [0, 1]);
}

#[test]
fn a_close_move_may_be_the_best_and_a_clearly_worse_one_not() {
    let mut found = comparison();
    assert!(found.may_be_best(0, 1), "it wins as much within 0.002, and gains as many points");
    found.batches.iter_mut().for_each(|batch| batch[1].1 -= 5.0);
    assert!(!found.may_be_best(0, 1), "it gains fewer points in every batch");
    found.batches[0][1].0 += 0.05;
    assert!(found.may_be_best(0, 1), "it wins less within the margin");
}
