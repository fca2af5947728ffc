//! The engines that the flags name.

use super::CheckArgs;
use crate::args::Scalar;
use std::collections::BTreeSet;
use std::path::Path;
use std::time::Duration;
#[cfg(feature = "drop-in")]
use swept_oracle::{DropInF32, DropInF64};
use swept_oracle::{Engine, ParryF32, ParryF64, Precision, Program, ours};

/// Every engine that needs no command.
pub fn known() -> Vec<Box<dyn Engine>> {
    let mut all = ours();
    #[cfg(feature = "drop-in")]
    {
        all.push(Box::new(DropInF64));
        all.push(Box::new(DropInF32));
    }
    all.push(Box::new(ParryF64));
    all.push(Box::new(ParryF32));
    all
}

/// The engines that the flags ask for, in the order of [`known`], programs last.
pub fn chosen(args: &CheckArgs) -> Result<Vec<Box<dyn Engine>>, String> {
    let mut engines = known();
    let wanted: BTreeSet<&str> = args.engines.iter().map(String::as_str).collect();
    if wanted.is_empty() {
        if !args.engine_command.is_empty() {
            engines.clear();
        }
    } else {
        for name in &wanted {
            if !engines.iter().any(|e| answers_to(&**e, name)) {
                let names: Vec<_> = engines.iter().map(|e| e.name().to_owned()).collect();
                return Err(format!(
                    "no such engine: {name} (expected all, ours, parry, {})",
                    names.join(", ")
                ));
            }
        }
        engines.retain(|e| wanted.iter().any(|name| answers_to(&**e, name)));
    }
    for command in &args.engine_command {
        engines.push(Box::new(program(command, args, &engines)));
    }
    Ok(engines)
}

fn answers_to(engine: &dyn Engine, name: &str) -> bool {
    match name {
        "all" => true,
        "ours" => engine.is_ours(),
        "parry" => engine.name().starts_with("parry-"),
        name => engine.name() == name,
    }
}

/// The program of a command, named after its file, with a number where that name is taken.
fn program(command: &str, args: &CheckArgs, others: &[Box<dyn Engine>]) -> Program {
    let file = command.split_whitespace().next().unwrap_or("program");
    let stem = Path::new(file).file_stem().and_then(|s| s.to_str());
    let stem = stem.unwrap_or("program");
    let taken = |name: &str| others.iter().any(|e| e.name() == name);
    let mut name = stem.to_owned();
    for number in 2.. {
        if !taken(&name) {
            break;
        }
        name = format!("{stem}-{number}");
    }
    let precision = match args.engine_scalar {
        Scalar::F32 => Precision::single(),
        Scalar::F64 => Precision::double(),
    };
    let patience = Duration::from_secs_f64(args.engine_patience);
    Program::new(name, command, precision, patience)
}
