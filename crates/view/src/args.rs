//! The command line.

use clap::Parser;
use std::net::IpAddr;
use std::path::PathBuf;

/// Serves a page that shows casts: drag the shapes, see what they touch, and why.
#[derive(Debug, Parser)]
#[command(name = "swept-view", version)]
pub struct Args {
    /// The port to listen on; 0 takes any that is free
    #[arg(long, default_value_t = 8472)]
    pub port: u16,
    /// The address to listen on. Any but a loopback address lets other machines ask for casts, and read the folder of --meshes
    #[arg(long, value_name = "ADDRESS", default_value = "127.0.0.1")]
    pub bind: IpAddr,
    /// A name by which browsers may call this server, beside its addresses and localhost
    #[arg(long, value_name = "NAME")]
    pub name: Vec<String>,
    /// A folder of mesh files (OBJ, glTF, STL, PLY) that cases may name; without it, only meshes dropped on the page can be cast against
    #[arg(long, value_name = "FOLDER")]
    pub meshes: Option<PathBuf>,
    /// Open the page in the browser
    #[arg(long)]
    pub open: bool,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn it_stays_on_this_machine_unless_told_otherwise() {
        let args = Args::try_parse_from(["swept-view"]).unwrap();
        assert!(args.bind.is_loopback() && args.meshes.is_none() && !args.open);
        let args = Args::try_parse_from(["swept-view", "--bind", "0.0.0.0", "--port", "0"]);
        assert!(!args.unwrap().bind.is_loopback());
        assert!(Args::try_parse_from(["swept-view", "--bind", "everywhere"]).is_err());
    }
}
