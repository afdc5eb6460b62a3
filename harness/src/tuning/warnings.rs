//! What speaks against fitted weights.

use super::fit::Fit;
use super::label::Label;
use super::sample_store::SampleStore;
use super::samples::Count;
use super::scratch_file::ScratchError;
use super::split::Data;

/// Games that each weight takes. P. Peduzzi, J. Concato, E. Kemper, T. R. Holford &
/// A. R. Feinstein, "A simulation study of the number of events per variable in
/// logistic regression analysis", J. Clin. Epidemiol. 49 (1996): below ten events,
/// weights and their errors are off. What counts here is a game, not a position.
const GAMES_A_WEIGHT: usize = 10;

/// A logit that nobody knows better than by this is not known at all.
const UNKNOWN: f64 = 10.0;

/// A line for each thing that is wrong; none if the fit looks sound.
pub fn warnings<C: Count>(
    data: &Data<C>,
    label: Label,
    fit: &Fit,
) -> Result<Vec<String>, ScratchError> {
    let advice = "take more games, or a larger --ridge";
    let too_many = too_many_weights(data.training.games(), &fit.games_with, advice);
    let too_few = too_few_games(&data.features, &fit.games_with);
    let all = [
        too_many,
        too_few,
        without_bound(data, label, fit)?,
        no_gain(fit),
    ];
    Ok(all.into_iter().flatten().collect())
}

pub(super) fn too_many_weights(games: usize, games_with: &[usize], advice: &str) -> Option<String> {
    let weights = games_with.iter().filter(|&&games| games > 0).count();
    (games < GAMES_A_WEIGHT * weights).then(|| {
        format!(
            "{games} games carry about {} weights, but {weights} were fitted: {advice}",
            games / GAMES_A_WEIGHT
        )
    })
}

pub(super) fn too_few_games(features: &[String], games_with: &[usize]) -> Option<String> {
    let rare = || {
        let all = features.iter().zip(games_with);
        all.filter(|&(_, games)| (1..GAMES_A_WEIGHT).contains(games))
    };
    let which = match rare().count() {
        0 => return None,
        1 => "one feature is".to_string(),
        many => format!("{many} features are"),
    };
    let names = first_of(rare().map(|(feature, games)| format!("{feature} ({games})")));
    Some(format!("{which} on in too few games: {names}"))
}

/// A few names, and whether there are more.
fn first_of(mut names: impl Iterator<Item = String>) -> String {
    const SHOWN: usize = 5;
    let shown: Vec<String> = names.by_ref().take(SHOWN).collect();
    let more = names.next().map_or("", |_| ", …");
    shown.join(", ") + more
}

/// A feature that is on in wins alone fits better the larger its weight is; where
/// the search ends, its error is huge.
fn without_bound<C: Count>(
    data: &Data<C>,
    label: Label,
    fit: &Fit,
) -> Result<Option<String>, ScratchError> {
    let Some(errors) = fit.errors.as_ref().filter(|_| label == Label::Result) else {
        return Ok(None);
    };
    let typical = typical_counts(&data.training, errors.naive.len())?;
    let logits = errors.naive.iter().zip(typical).map(|(x, y)| x * y);
    let unknown = data.features.iter().zip(logits);
    let unknown = unknown.filter(|&(_, logit)| logit > UNKNOWN);
    let names = first_of(unknown.map(|(name, _)| name.clone()));
    Ok((!names.is_empty()).then(|| {
        format!(
            "a feature that tells the result has no finite weight; take more games, or a larger \
             --ridge: {names}"
        )
    }))
}

/// The root mean square of each feature's counts where it is on.
fn typical_counts<C: Count>(
    samples: &SampleStore<C>,
    features: usize,
) -> Result<Vec<f64>, ScratchError> {
    let mut sums = vec![(0.0, 0.0); features];
    samples.for_each(|samples| {
        for position in 0..samples.positions() {
            for (at, count) in samples.row(position).pairs() {
                sums[at].0 += count * count;
                sums[at].1 += 1.0;
            }
        }
    })?;
    let mean = |(squares, number): (f64, f64)| (squares / number.max(1.0)).sqrt();
    Ok(sums.into_iter().map(mean).collect())
}

fn no_gain(fit: &Fit) -> Option<String> {
    let losses = fit.held_out?;
    let (name, before) = match losses.start {
        Some(start) => ("the start", start),
        None => ("no weights at all", losses.zero),
    };
    (losses.fitted.mean >= before.mean).then(|| {
        format!(
            "on games that were held out, the fitted weights are no better than {name}: {:.4}, \
             not below {:.4}",
            losses.fitted.mean, before.mean
        )
    })
}
