//! What speaks against fitted weights.

use super::fit::Fit;
use super::label::Label;
use super::samples::Count;
use super::split::Data;

/// Games that each weight takes. P. Peduzzi, J. Concato, E. Kemper, T. R. Holford &
/// A. R. Feinstein, "A simulation study of the number of events per variable in
/// logistic regression analysis", J. Clin. Epidemiol. 49 (1996): below ten events,
/// weights and their errors are off. What counts here is a game, not a position.
const GAMES_A_WEIGHT: usize = 10;

/// One in three million: that is more than games can tell.
const SURE: f64 = 15.0;

/// A line for each thing that is wrong; none if the fit looks sound.
pub fn warnings<C: Count>(data: &Data<C>, label: Label, fit: &Fit) -> Vec<String> {
    let too_many = too_many_weights(data.training.games(), &fit.games_with);
    let too_few = too_few_games(&data.features, &fit.games_with);
    let all = [too_many, too_few, too_sure(label, fit), no_gain(fit)];
    all.into_iter().flatten().collect()
}

fn too_many_weights(games: usize, games_with: &[usize]) -> Option<String> {
    let weights = games_with.iter().filter(|&&games| games > 0).count();
    (games < GAMES_A_WEIGHT * weights).then(|| {
        format!(
            "{games} games carry about {} weights, but {weights} were fitted: take more games, \
             or a larger --ridge",
            games / GAMES_A_WEIGHT
        )
    })
}

fn too_few_games(features: &[String], games_with: &[usize]) -> Option<String> {
    const SHOWN: usize = 5;
    let rare: Vec<String> = features
        .iter()
        .zip(games_with)
        .filter(|&(_, &games)| (1..GAMES_A_WEIGHT).contains(&games))
        .map(|(feature, games)| format!("{feature} ({games})"))
        .collect();
    let shown = rare[..rare.len().min(SHOWN)].join(", ");
    match rare.len() {
        0 => None,
        1 => Some(format!("one feature is on in too few games: {shown}")),
        many if many <= SHOWN => Some(format!("{many} features are on in too few games: {shown}")),
        many => Some(format!(
            "{many} features are on in too few games: {shown}, …"
        )),
    }
}

fn too_sure(label: Label, fit: &Fit) -> Option<String> {
    (label == Label::Result && fit.largest_sum > SURE).then(|| {
        "the fitted weights are sure of some results: a feature that tells a result has no \
         finite weight; take more games, or a larger --ridge"
            .to_string()
    })
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
