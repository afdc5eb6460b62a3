//! Ctrl-C and its kin: asked once, a run stops in good order; asked twice, at
//! once.

use std::io;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};

use signal_hook::consts::{SIGINT, SIGTERM};
use signal_hook::flag;

use crate::error::{EXIT_INTERRUPTED, EXIT_TERMINATED};

/// What asked a run to stop.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Signal {
    /// Ctrl-C.
    Interrupt,
    /// What `kill` and a shutdown send.
    Terminate,
}

impl Signal {
    const ALL: [Signal; 2] = [Signal::Interrupt, Signal::Terminate];

    fn number(self) -> i32 {
        match self {
            Signal::Interrupt => SIGINT,
            Signal::Terminate => SIGTERM,
        }
    }

    /// The exit code of a run that it stopped.
    pub fn exit_code(self) -> u8 {
        match self {
            Signal::Interrupt => EXIT_INTERRUPTED,
            Signal::Terminate => EXIT_TERMINATED,
        }
    }
}

/// Listens to signals; by default to none.
#[derive(Default)]
pub struct Signals(Arc<AtomicUsize>);

impl Signals {
    /// From now on a signal is only noted; a second one ends the program.
    pub fn listen() -> io::Result<Signals> {
        let (first, received) = (
            Arc::new(AtomicUsize::new(0)),
            Arc::new(AtomicBool::new(false)),
        );
        for signal in Signal::ALL {
            // In this order: the first signal finds that none was received.
            flag::register_conditional_shutdown(
                signal.number(),
                i32::from(signal.exit_code()),
                Arc::clone(&received),
            )?;
            flag::register(signal.number(), Arc::clone(&received))?;
            flag::register_usize(
                signal.number(),
                Arc::clone(&first),
                signal.number() as usize,
            )?;
        }
        Ok(Signals(first))
    }

    /// The signal that asked to stop.
    pub fn received(&self) -> Option<Signal> {
        let number = self.0.load(Ordering::Relaxed);
        Signal::ALL
            .into_iter()
            .find(|signal| signal.number() as usize == number)
    }
}
