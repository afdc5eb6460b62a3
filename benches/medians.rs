//! Medians of what was timed, for a closing line a person can read at once:
//! criterion compares runs, not the rows of a group.

use std::cell::RefCell;
use std::hint::black_box;
use std::time::Instant;

use criterion::Bencher;

use crate::settings::SAMPLES;

/// Nanoseconds an iteration, a sample each.
struct Row {
    group: String,
    name: String,
    samples: Vec<f64>,
}

#[derive(Default)]
pub struct Medians(RefCell<Vec<Row>>);

impl Medians {
    /// As [`Bencher::iter`], and remembers.
    pub fn time<T>(
        &self,
        bencher: &mut Bencher<'_>,
        group: &str,
        name: &str,
        routine: impl Fn() -> T,
    ) {
        let mut rows = self.0.borrow_mut();
        if !rows.last().is_some_and(|row| row.is(group, name)) {
            rows.push(Row {
                group: group.to_string(),
                name: name.to_string(),
                samples: Vec::new(),
            });
        }
        let row = rows.last_mut().expect("a row");
        bencher.iter_custom(|iterations| {
            let start = Instant::now();
            for _ in 0..iterations {
                black_box(routine());
            }
            let elapsed = start.elapsed();
            row.samples
                .push(elapsed.as_nanos() as f64 / iterations as f64);
            elapsed
        });
    }

    /// A line a group: how many times faster than `baseline` the others are,
    /// below a heading that ends with a note. Nothing of rows that were not
    /// measured in earnest.
    pub fn print_against(&self, baseline: &str, note: &str) {
        let rows = self.0.borrow();
        println!("\nHow many times as fast as the {baseline}{note}");
        let measured = |row: &&Row| row.samples.len() > SAMPLES;
        for slow in rows.iter().filter(measured) {
            if slow.name != baseline {
                continue;
            }
            let ratios: Vec<String> = rows
                .iter()
                .filter(measured)
                .filter(|row| row.group == slow.group && row.name != baseline)
                .map(|row| format!("{} {:.1}", row.name, slow.median() / row.median()))
                .collect();
            if !ratios.is_empty() {
                let ratios = ratios.join(", ");
                println!("{:26} {ratios}", slow.group);
            }
        }
    }
}

impl Row {
    fn is(&self, group: &str, name: &str) -> bool {
        self.group == group && self.name == name
    }

    /// Of the last samples: those before were to warm up.
    fn median(&self) -> f64 {
        let mut samples = self.samples[self.samples.len() - SAMPLES..].to_vec();
        samples.sort_by(f64::total_cmp);
        (samples[(samples.len() - 1) / 2] + samples[samples.len() / 2]) / 2.0
    }
}
