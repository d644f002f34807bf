use mostek_search::*;
use std::sync::Arc;
use std::time::Instant;
fn main() {
    let tiles: Vec<String> = "AĄBCĆDEĘFGHIJKLŁMNŃOÓPRSŚTUWYZŹŻ".chars().map(String::from).collect();
    let letters = Letters::new(&tiles).unwrap();

    let graph = Arc::new(SearchGraph::of(&std::fs::read("/tmp/search.bin").unwrap(), &letters).unwrap());
    let (mut lp, mut wp) = ([1u8; 225], [1u8; 225]);
    let t = [
        "=..2...=...2..=",
        ".-...3...3...-.",
        "..-...2.2...-..",
        "2..-...2...-..2",
        "....-.....-....",
        ".3...3...3...3.",
        "..2...2.2...2..",
        "=..2...-...2..=",
    ];
    for r in 0..15 {
        for c in 0..15 {
            let ch = t[if r < 8 { r } else { 14 - r }].as_bytes()[c];
            match ch {
                b'=' => wp[r * 15 + c] = 3,
                b'-' => wp[r * 15 + c] = 2,
                b'2' => lp[r * 15 + c] = 2,
                b'3' => lp[r * 15 + c] = 3,
                _ => {}
            }
        }
    }
    let values: Vec<u8> =
        vec![0, 1, 5, 3, 2, 6, 2, 1, 5, 5, 3, 3, 1, 3, 2, 2, 3, 2, 1, 7, 1, 5, 2, 1, 1, 5, 2, 3, 1, 2, 1, 9, 5];
    let layout = Layout::new(15, 15, &lp, &wp, 112).unwrap();
    let s = Search::new(graph, layout, &values, 7, 50).unwrap();
    let map = match std::fs::metadata("/tmp/map.bin") {
        Ok(_) => Some(Arc::new(WordMap::of(&std::fs::read("/tmp/map.bin").unwrap(), &letters).unwrap())),
        _ => {
            let text = std::fs::read("/tmp/words.txt").unwrap();
            let words = Words::read(&text, letters.clone(), true);
            let b = words.word_map(7, &mut |_| true).unwrap();
            std::fs::write("/tmp/map.bin", b).unwrap();
            None
        }
    };
    let s = match map {
        Some(m) if std::env::var("NOMAP").is_err() => s.with_map(m),
        _ => s,
    };
    let file = std::env::args().nth(1).unwrap_or("/tmp/golden.bin".into());
    let bin = std::fs::read(file).unwrap();
    let kept = [
        24, 2, -2, -1, 1, 1, 0, 1, -2, -4, -2, -1, 2, -1, 1, 0, 0, 1, 1, -5, 1, -2, 0, 1, 1, -1, 1, -1, 1, 1, 3, -6, -1,
    ];
    let mut equal = vec![0i32; 33 * MAX_EQUAL];
    for c in 0..33 {
        for k in 0..7i32 {
            equal[c * MAX_EQUAL + k as usize] =
                1000 * (kept[c] * (k + 1) - if c > 0 { 3 * k * (k + 1) / 2 } else { 0 });
        }
    }
    let vowels = [1u64, 2, 7, 8, 12, 20, 21, 27, 29].iter().fold(0u64, |m, v| m | 1 << v);
    let leaves = Leaves::new(32, &equal, &vec![0; 33 * 33], &vec![0; 256], vowels).unwrap();
    let mut pos = vec![];
    for p in bin.chunks(233) {
        pos.push((s.position(&p[..225]).unwrap(), s.rack(&p[226..226 + p[225] as usize]).unwrap(), p[..225].to_vec()));
    }
    let n = pos.len();
    let tot: Vec<_> = pos.iter().map(|(p, r, _)| s.totals(p, r)).collect();
    println!("{} plays {} sum {}", n, tot.iter().map(|t| t.plays).sum::<u64>(), tot.iter().map(|t| t.sum).sum::<i64>());
    let mut scratch = Scratch::default();
    let mut check = 0i64;
    for (p, r, _) in &pos {
        if let Some(b) = s.best(p, r, Worth::Leaves(&leaves), 1, &mut scratch).first() {
            check += b.equity as i64;
        }
    }
    println!("check {check}");
    if let Ok(n) = std::env::var("ALLN") {
        for _ in 0..n.parse().unwrap() {
            for (p, r, _) in &pos {
                std::hint::black_box(s.totals(p, r));
            }
        }
        return;
    }
    if std::env::var("ONLY").is_ok() {
        let reps = std::env::var("ONLY").unwrap().parse().unwrap();
        for _ in 0..reps {
            for (p, r, _) in &pos {
                s.best(p, r, Worth::Leaves(&leaves), 1, &mut scratch);
            }
        }
        return;
    }
    let (mut ba, mut bb, mut bc) = (1e9f64, 1e9f64, 1e9f64);
    for _ in 0..8 {
        let reps = 4;
        let a = Instant::now();
        for _ in 0..reps {
            for (p, r, _) in &pos {
                std::hint::black_box(s.totals(p, r));
            }
        }
        ba = ba.min(a.elapsed().as_secs_f64());
        let a = Instant::now();
        for _ in 0..reps {
            for (p, r, _) in &pos {
                s.best(p, r, Worth::Leaves(&leaves), 1, &mut scratch);
            }
        }
        bb = bb.min(a.elapsed().as_secs_f64());
        let a = Instant::now();
        for _ in 0..reps {
            for (p, r, _) in &pos {
                s.best(p, r, Worth::Leaves(&leaves), 15, &mut scratch);
            }
        }
        bc = bc.min(a.elapsed().as_secs_f64());
    }
    let f = |t: f64| (n * 4) as f64 / t;
    println!("all {:.0}/s best {:.0}/s best15 {:.0}/s ratio {:.2}", f(ba), f(bb), f(bc), ba / bb);
}
