//! Lines over two axes, as SVG.

/// A drawing.
#[derive(Clone, PartialEq, Debug)]
pub struct Plot {
    /// What stands above it.
    pub title: String,
    /// What goes to the right.
    pub x: String,
    /// What goes up.
    pub y: String,
    /// The lines.
    pub lines: Vec<Line>,
}

/// A line through points, of which some are left out where they are many.
#[derive(Clone, PartialEq, Debug)]
pub struct Line {
    /// What the legend calls it.
    pub name: String,
    /// Its points, from left to right; all numbers are finite.
    pub points: Vec<(f64, f64)>,
}

/// The size of the drawing, its legend aside, and of the margins for text.
const WIDTH: f64 = 640.0;
const HEIGHT: f64 = 400.0;
const LEFT: f64 = 70.0;
const TOP: f64 = 40.0;
const BOTTOM: f64 = 50.0;
const LEGEND: f64 = 200.0;
/// Height of a line of the legend.
const ROW: f64 = 16.0;
/// More points of a line than this cannot be told apart.
const MOST_POINTS: usize = 1000;
/// Colors that are told apart by people who see few of them, too (M. Okabe and K. Ito,
/// "Color Universal Design", 2002); after them they come again, dashed.
const COLORS: [&str; 8] = [
    "#0072b2", "#d55e00", "#009e73", "#cc79a7", "#e69f00", "#56b4e9", "#000000", "#999999",
];
const DASHES: [&str; 3] = ["", "6 3", "2 3"];

impl Plot {
    /// The drawing as a file's content.
    pub fn svg(&self) -> String {
        let points = || self.lines.iter().flat_map(|line| &line.points);
        let (right, bottom) = (LEFT + WIDTH, TOP + HEIGHT);
        let xs = Axis::of(points().map(|point| point.0), LEFT, right);
        let ys = Axis::of(points().map(|point| point.1), bottom, TOP);
        let width = right + LEGEND;
        let height = (bottom + BOTTOM).max(TOP + ROW * (self.lines.len() + 1) as f64);
        let mut parts = vec![
            format!(
                "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {width} {height}\" \
                 font-family=\"sans-serif\" font-size=\"12\">"
            ),
            "<rect width=\"100%\" height=\"100%\" fill=\"white\"/>".to_string(),
            text(LEFT + WIDTH / 2.0, TOP - 24.0, "middle", &self.title),
            text(LEFT + WIDTH / 2.0, bottom + 38.0, "middle", &self.x),
            text(LEFT, TOP - 8.0, "start", &self.y),
        ];
        for (at, label) in xs.ticks() {
            parts.push(format!(
                "<path d=\"M{at:.1} {TOP}V{bottom}\" stroke=\"#ddd\"/>"
            ));
            parts.push(text(at, bottom + 18.0, "middle", &label));
        }
        for (at, label) in ys.ticks() {
            parts.push(format!(
                "<path d=\"M{LEFT} {at:.1}H{right}\" stroke=\"#ddd\"/>"
            ));
            parts.push(text(LEFT - 6.0, at + 4.0, "end", &label));
        }
        parts.push(format!(
            "<path d=\"M{LEFT} {TOP}V{bottom}H{right}\" stroke=\"black\" fill=\"none\"/>"
        ));
        for (number, line) in self.lines.iter().enumerate() {
            let color = COLORS[number % COLORS.len()];
            let dash = DASHES[number / COLORS.len() % DASHES.len()];
            let style = format!("stroke=\"{color}\" stroke-dasharray=\"{dash}\" fill=\"none\"");
            let place = |&(x, y): &(f64, f64)| format!("{:.1},{:.1}", xs.place(x), ys.place(y));
            let path = Vec::from_iter(thinned(&line.points).map(place)).join(" ");
            let row = TOP + ROW * (number as f64 + 0.5);
            parts.push(format!("<polyline points=\"{path}\" {style}/>"));
            parts.push(format!("<path d=\"M{} {row}h24\" {style}/>", right + 12.0));
            parts.push(text(right + 42.0, row + 4.0, "start", &line.name));
        }
        parts.push("</svg>\n".to_string());
        parts.join("\n")
    }
}

/// Evenly chosen points, the first and the last among them.
fn thinned(points: &[(f64, f64)]) -> impl Iterator<Item = &(f64, f64)> {
    let last = points.len().saturating_sub(1);
    let shown = last.min(MOST_POINTS - 1);
    let count = if points.is_empty() { 0 } else { shown + 1 };
    (0..count).map(move |at| &points[at * last / shown.max(1)])
}

/// `anchor` says which end of the label stands at the place.
fn text(x: f64, y: f64, anchor: &str, label: &str) -> String {
    let label: String = label
        .chars()
        .map(|letter| match letter {
            '&' => "&amp;".to_string(),
            '<' => "&lt;".to_string(),
            '>' => "&gt;".to_string(),
            letter if letter.is_control() => "\u{fffd}".to_string(),
            letter => letter.to_string(),
        })
        .collect();
    format!("<text x=\"{x:.1}\" y=\"{y:.1}\" text-anchor=\"{anchor}\">{label}</text>")
}

/// From numbers to places.
struct Axis {
    low: f64,
    high: f64,
    from: f64,
    to: f64,
}

impl Axis {
    /// About so many marks.
    const MARKS: f64 = 6.0;

    /// An axis with all these numbers on it, from one place to another.
    fn of(values: impl Iterator<Item = f64>, from: f64, to: f64) -> Axis {
        let (low, high) = values.fold((f64::INFINITY, f64::NEG_INFINITY), |(low, high), value| {
            (low.min(value), high.max(value))
        });
        let (low, high) = match (low, high) {
            (low, high) if low < high => (low, high),
            (low, high) if low == high => (low - 1.0, high + 1.0),
            _ => (0.0, 1.0),
        };
        Axis {
            low,
            high,
            from,
            to,
        }
    }

    fn place(&self, value: f64) -> f64 {
        self.from + (value - self.low) / (self.high - self.low) * (self.to - self.from)
    }

    /// Places of round numbers, and what is written there: multiples of 1, 2 or 5 times
    /// a power of ten.
    fn ticks(&self) -> Vec<(f64, String)> {
        let rough = (self.high - self.low) / Self::MARKS;
        let unit = 10_f64.powi(rough.log10().floor() as i32);
        let fits = |factor: &f64| factor * unit >= rough;
        let step = unit * [1.0, 2.0, 5.0].into_iter().find(fits).unwrap_or(10.0);
        let decimals = (0..).find(|&digits| step * 10_f64.powi(digits) >= 0.99);
        let decimals = decimals.unwrap_or_default() as usize;
        let marks = (self.low / step).ceil() as i64..=(self.high / step).floor() as i64;
        marks
            .map(|mark| {
                let value = mark as f64 * step;
                (self.place(value), format!("{value:.decimals$}"))
            })
            .collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn labels(low: f64, high: f64) -> String {
        let axis = Axis::of([low, high].into_iter(), 0.0, 1.0);
        let labels = axis.ticks().into_iter().map(|(_, label)| label);
        Vec::from_iter(labels).join(" ")
    }

    #[test]
    fn marks_are_round_numbers() {
        assert_eq!(labels(0.0, 1000.0), "0 200 400 600 800 1000");
        assert_eq!(labels(-0.13, 0.21), "-0.1 0.0 0.1 0.2");
        assert_eq!(labels(7.0, 7.0), "6.0 6.5 7.0 7.5 8.0");
        assert_eq!(labels(0.0, 12.0), "0 2 4 6 8 10 12");
    }

    #[test]
    fn every_line_is_drawn_from_its_first_point_to_its_last() {
        let line = |name: &str, count: usize| Line {
            name: name.to_string(),
            points: (0..count).map(|x| (x as f64, (x * 2) as f64)).collect(),
        };
        let plot = Plot {
            title: "a < b".to_string(),
            x: "x".to_string(),
            y: "y".to_string(),
            lines: vec![
                line("short", 3),
                line("long & dull", 10_001),
                line("one", 1),
            ],
        };
        let svg = plot.svg();
        let drawn = |number: usize| {
            let found = svg.split("<polyline points=\"").nth(number + 1).unwrap();
            Vec::from_iter(found.split('"').next().unwrap().split(' '))
        };
        assert_eq!(drawn(0).len(), 3);
        assert_eq!(drawn(1).len(), MOST_POINTS);
        assert_eq!(drawn(1)[0], "70.0,440.0");
        assert_eq!(drawn(1)[MOST_POINTS - 1], "710.0,40.0");
        assert_eq!(drawn(2), ["70.0,440.0"]);
        assert!(svg.contains(">a &lt; b</text>") && svg.contains(">long &amp; dull</text>"));
        assert!(svg.starts_with("<svg ") && svg.ends_with("</svg>\n"));
    }

    #[test]
    fn nothing_to_draw_is_no_mistake() {
        let plot = Plot {
            title: String::new(),
            x: String::new(),
            y: String::new(),
            lines: Vec::new(),
        };
        assert!(!plot.svg().contains("NaN"));
    }
}
