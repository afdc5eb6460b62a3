//! Medians of what was timed, for closing lines a person can read at once:
//! criterion compares runs, not the rows of a group.

use std::cell::RefCell;
use std::hint::black_box;
use std::time::Instant;

use criterion::measurement::WallTime;
use criterion::{BenchmarkGroup, Criterion, Throughput};

use crate::settings::SAMPLES;

/// What was measured of one row.
struct Row {
    group: String,
    name: String,
    /// Nanoseconds an element, a sample each.
    samples: Vec<f64>,
}

/// All groups of a benchmark.
#[derive(Default)]
pub struct Medians(RefCell<Vec<Row>>);

/// A group whose rows answer the same questions. The first is the one that the
/// others are compared with.
pub struct Group<'a> {
    medians: &'a Medians,
    name: String,
    group: BenchmarkGroup<'a, WallTime>,
    elements: u64,
}

impl Medians {
    /// A group whose routines deal with so many elements each.
    pub fn group<'a>(
        &'a self,
        criterion: &'a mut Criterion,
        name: String,
        elements: u64,
    ) -> Group<'a> {
        let mut group = Group {
            medians: self,
            group: criterion.benchmark_group(&name),
            name,
            elements,
        };
        group.count(elements);
        group
    }

    /// A line a group: how many times as fast as the first row the others are.
    /// Nothing of rows that were not measured in earnest.
    pub fn print(&self) {
        let rows = self.0.borrow();
        let measured: Vec<&Row> = rows
            .iter()
            .filter(|row| row.samples.len() > SAMPLES)
            .collect();
        println!();
        for group in measured.chunk_by(|one, other| one.group == other.group) {
            let (slow, others) = group.split_first().expect("a row");
            let ratios: Vec<String> = others
                .iter()
                .map(|row| format!("{} {:.2}", row.name, slow.median() / row.median()))
                .collect();
            if !ratios.is_empty() {
                let ratios = ratios.join(", ");
                println!("{:38} times as fast as {}: {ratios}", slow.group, slow.name);
            }
        }
    }
}

impl Group<'_> {
    /// From here on, the routines deal with so many elements each.
    pub fn count(&mut self, elements: u64) {
        self.elements = elements;
        self.group.throughput(Throughput::Elements(elements));
    }

    /// Times a row.
    pub fn row<T>(&mut self, name: &str, mut routine: impl FnMut() -> T) {
        let mut samples = Vec::new();
        self.group.bench_function(name, |bencher| {
            bencher.iter_custom(|iterations| {
                let start = Instant::now();
                for _ in 0..iterations {
                    black_box(routine());
                }
                let elapsed = start.elapsed();
                let elements = iterations * self.elements;
                samples.push(elapsed.as_nanos() as f64 / elements as f64);
                elapsed
            });
        });
        self.medians.0.borrow_mut().push(Row {
            group: self.name.clone(),
            name: name.to_string(),
            samples,
        });
    }
}

impl Row {
    /// Of the last samples: those before were to warm up.
    fn median(&self) -> f64 {
        let mut samples = self.samples[self.samples.len() - SAMPLES..].to_vec();
        samples.sort_by(f64::total_cmp);
        (samples[(samples.len() - 1) / 2] + samples[samples.len() / 2]) / 2.0
    }
}
