//! The best step of one weight.

/// The slope of the bound by what is added to one weight: wins − Σ c·share·e^(cx).
pub struct Slope {
    wins: f64,
    /// Counts c, and the shares of candidates with so many.
    terms: Vec<(f64, f64)>,
}

impl Slope {
    /// With the win and the loss against strength 1, of which e^weight has a share, too.
    pub fn of_prior(wins: f64, weight: f64) -> Slope {
        Slope {
            wins: wins + 1.0,
            terms: vec![(1.0, 2.0 / (1.0 + libm::exp(-weight)))],
        }
    }

    /// Adds candidates that have the feature `count` times.
    pub fn add(&mut self, count: f64, share: f64) {
        match self.terms.iter_mut().find(|term| term.0 == count) {
            Some(term) => term.1 += share,
            None => self.terms.push((count, share)),
        }
    }

    /// Where it is 0, by Newton's method: it falls everywhere. A step is at most 1, as
    /// far from the root the slope may be steep.
    pub fn root(&self) -> f64 {
        const STEPS: usize = 100;
        let mut root = 0.0;
        for _ in 0..STEPS {
            let (mut slope, mut curvature) = (self.wins, 0.0);
            for &(count, share) in &self.terms {
                let term = count * share * libm::exp(count * root);
                slope -= term;
                curvature += count * term;
            }
            let step = (slope / curvature).clamp(-1.0, 1.0);
            root += step;
            if step.abs() < 1e-12 {
                break;
            }
        }
        root
    }
}
