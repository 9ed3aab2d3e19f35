//! The command line's grammar. The help texts are in `data/texts/*/help.ftl`, under `help-<command>-<argument>`.

use clap::{Args, Parser, Subcommand};
use clap_complete::Shell;

#[derive(Parser)]
#[command(
    name = "grognard",
    version,
    disable_help_flag = true,
    disable_version_flag = true,
    disable_help_subcommand = true
)]
pub struct Cli {
    /// None: [`Command::Play`], as a double click expects.
    #[command(subcommand)]
    pub command: Option<Command>,
    /// Read before anything else, since help and errors speak it too.
    #[arg(long, global = true, value_parser = ["fr", "en"])]
    pub lang: Option<String>,
}

#[derive(Subcommand)]
pub enum Command {
    Play(Play),
    Resolve(Resolve),
    Rules(Rules),
    #[command(subcommand)]
    Scenario(Scenario),
    #[command(subcommand)]
    Army(Army),
    Fight(Fight),
    Simulate(Simulate),
    Compare(Compare),
    Replay(Replay),
    #[command(subcommand)]
    Archive(Archive),
    Selftest(Selftest),
    Completions(Completions),
    About,
}

#[derive(Args)]
pub struct Play {
    pub scenario: Option<String>,
    #[arg(long, value_name = "RULESET")]
    pub ruleset: Option<String>,
    #[arg(long, value_name = "N")]
    pub port: Option<u16>,
    #[arg(long, value_name = "ADDRESS", default_value = "127.0.0.1")]
    pub listen: std::net::IpAddr,
    #[arg(long, value_name = "FOLDER")]
    pub data: Option<std::path::PathBuf>,
    #[arg(long)]
    pub no_open: bool,
    #[arg(long, value_name = "URL")]
    pub public: Option<String>,
    #[arg(long, value_name = "N", conflicts_with = "public")]
    pub seed: Option<u64>,
    #[arg(long, value_name = "LEVEL", default_value = "warn", value_parser = ["off", "error", "warn", "info", "debug"])]
    pub log_level: String,
}

#[derive(Subcommand)]
pub enum Archive {
    Check {
        #[arg(long, value_name = "FOLDER")]
        data: Option<std::path::PathBuf>,
    },
    Backup {
        into: std::path::PathBuf,
        #[arg(long, value_name = "FOLDER")]
        data: Option<std::path::PathBuf>,
    },
    Compact {
        #[arg(long, value_name = "FOLDER")]
        data: Option<std::path::PathBuf>,
    },
}

#[derive(Args)]
pub struct Resolve {
    pub ruleset: Option<String>,
    pub test: Option<String>,
    #[arg(long, conflicts_with_all = ["situation", "example", "dice", "seed"])]
    pub schema: bool,
    #[arg(long, value_name = "FILE")]
    pub situation: Option<String>,
    #[arg(long, conflicts_with = "situation")]
    pub example: bool,
    #[arg(long, value_name = "3,5,...", value_delimiter = ',', conflicts_with = "seed")]
    pub dice: Option<Vec<u8>>,
    #[arg(long, value_name = "N")]
    pub seed: Option<u64>,
    #[arg(long = "option", value_name = "NAME=VALUE")]
    pub options: Vec<String>,
    #[arg(long, value_name = "FILE")]
    pub tables: Option<String>,
    #[arg(long)]
    pub json: bool,
}

#[derive(Args)]
pub struct Rules {
    pub ruleset: Option<String>,
    #[arg(value_name = "ID")]
    pub ids: Vec<String>,
    #[arg(long, value_name = "WORD", conflicts_with_all = ["coverage", "ids"])]
    pub search: Option<String>,
    #[arg(long, conflicts_with = "ids")]
    pub coverage: bool,
    #[arg(long, requires = "ruleset", conflicts_with_all = ["coverage", "search", "ids", "json"])]
    pub tables: bool,
    #[arg(long)]
    pub json: bool,
}

#[derive(Subcommand)]
pub enum Scenario {
    List,
    Check {
        file: String,
        #[arg(long, value_name = "RULESET")]
        ruleset: Option<String>,
    },
    Show {
        scenario: String,
        #[arg(long, value_name = "OUT.svg|png")]
        picture: Option<String>,
        #[arg(long, value_name = "RULESET")]
        ruleset: Option<String>,
    },
    Make(Make),
    Schema,
}

#[derive(Args)]
pub struct Make {
    #[arg(long, value_name = "N")]
    pub seed: Option<u64>,
    #[arg(long, value_name = "N", default_value_t = 8)]
    pub units: u16,
    #[arg(long, value_name = "NATION")]
    pub blue: Option<String>,
    #[arg(long, value_name = "NATION")]
    pub red: Option<String>,
    #[arg(long, value_name = "YEAR")]
    pub year: Option<u16>,
    #[arg(long, value_name = "FILE")]
    pub out: Option<String>,
}

#[derive(Subcommand)]
pub enum Army {
    List,
    Check {
        file: String,
        #[arg(long, value_name = "RULESET")]
        ruleset: Option<String>,
    },
    Schema,
}

#[derive(Args)]
pub struct Fight {
    pub scenario: String,
    #[arg(long, value_name = "RULESET")]
    pub ruleset: Option<String>,
    #[arg(long, value_name = "GENERAL", default_value = "random")]
    pub blue: String,
    #[arg(long, value_name = "GENERAL", default_value = "random")]
    pub red: String,
    #[arg(long, value_name = "N")]
    pub seed: Option<u64>,
    #[arg(long, value_name = "FILE")]
    pub log: Option<String>,
    #[arg(long = "option", value_name = "NAME=VALUE")]
    pub options: Vec<String>,
    #[arg(long, value_name = "FILE")]
    pub tables: Option<String>,
    #[arg(long)]
    pub quiet: bool,
}

#[derive(Args)]
pub struct Simulate {
    #[arg(required_unless_present = "merge", conflicts_with = "merge")]
    pub scenario: Option<String>,
    #[arg(long, value_name = "RULESET")]
    pub ruleset: Option<String>,
    #[arg(long, value_name = "N", default_value_t = 1000, value_parser = clap::value_parser!(u64).range(1..=100_000_000))]
    pub battles: u64,
    #[arg(long, value_name = "GENERAL", default_value = staff::ABLEST)]
    pub blue: String,
    #[arg(long, value_name = "GENERAL", default_value = staff::ABLEST)]
    pub red: String,
    #[arg(long, value_name = "GENERAL,BLUE/RED...", value_delimiter = ',', requires = "vary", conflicts_with_all = ["blue", "red", "mirror"])]
    pub generals: Vec<String>,
    #[arg(long)]
    pub mirror: bool,
    #[arg(long, value_name = "N", default_value_t = 1)]
    pub seed: u64,
    #[arg(long, value_name = "DIR")]
    pub out: Option<String>,
    #[arg(long, value_name = "K/N", value_parser = shard, conflicts_with = "balance")]
    pub shard: Option<trials::Shard>,
    #[arg(long, num_args = 2.., value_names = ["OUT", "DIR"], conflicts_with_all = ["out", "shard", "vary", "balance"])]
    pub merge: Vec<std::path::PathBuf>,
    #[arg(long, value_name = "WHAT=A,B,...", conflicts_with = "balance")]
    pub vary: Option<String>,
    #[arg(long, value_name = "WHAT=LOW..HIGH")]
    pub balance: Option<String>,
    #[arg(long = "option", value_name = "NAME=VALUE")]
    pub options: Vec<String>,
    #[arg(long, value_name = "FILE")]
    pub tables: Option<String>,
    #[arg(long, value_name = "N")]
    pub threads: Option<std::num::NonZeroUsize>,
    #[arg(long)]
    pub json: bool,
}

#[derive(Args)]
pub struct Compare {
    pub scenario: String,
    #[arg(long, value_name = "RULESET,RULESET...", value_delimiter = ',')]
    pub rulesets: Vec<String>,
    #[arg(long, value_name = "N", default_value_t = 200, value_parser = clap::value_parser!(u64).range(1..=100_000_000))]
    pub battles: u64,
    #[arg(long, value_name = "GENERAL", default_value = staff::ABLEST)]
    pub blue: String,
    #[arg(long, value_name = "GENERAL", default_value = staff::ABLEST)]
    pub red: String,
    #[arg(long, value_name = "GENERAL,BLUE/RED...", value_delimiter = ',', conflicts_with_all = ["blue", "red", "mirror"])]
    pub generals: Vec<String>,
    #[arg(long)]
    pub mirror: bool,
    #[arg(long, value_name = "N", default_value_t = 1)]
    pub seed: u64,
    #[arg(long, value_name = "DIR")]
    pub out: Option<String>,
    #[arg(long, value_name = "K/N", value_parser = shard)]
    pub shard: Option<trials::Shard>,
    #[arg(long = "option", value_name = "RULESET:NAME=VALUE")]
    pub options: Vec<String>,
    #[arg(long, value_name = "RULESET=FILE")]
    pub tables: Vec<String>,
    #[arg(long, value_name = "N")]
    pub threads: Option<std::num::NonZeroUsize>,
    #[arg(long)]
    pub json: bool,
}

#[derive(Args)]
pub struct Replay {
    pub log: String,
    #[arg(long)]
    pub verify: bool,
    #[arg(long, value_name = "OUT.html", num_args = 0..=1, default_missing_value = "-")]
    pub report: Option<String>,
    #[arg(long, value_name = "N", conflicts_with = "turn")]
    pub at: Option<usize>,
    #[arg(long, value_name = "T")]
    pub turn: Option<u16>,
    #[arg(long, value_name = "OUT.svg|png")]
    pub picture: Option<String>,
    #[arg(long, value_name = "blue|red", value_parser = ["blue", "red"])]
    pub side: Option<String>,
}

#[derive(Args)]
pub struct Completions {
    pub shell: Shell,
}

#[derive(Args)]
pub struct Selftest {
    pub ruleset: Option<String>,
    #[arg(long, value_name = "N", default_value_t = 200, value_parser = clap::value_parser!(u64).range(1..))]
    pub battles: u64,
    #[arg(long, value_name = "N", default_value_t = 0, conflicts_with = "odds")]
    pub from: u64,
    #[arg(long, value_name = "N", conflicts_with = "battles", value_parser = clap::value_parser!(u64).range(1..))]
    pub odds: Option<u64>,
    #[arg(long, value_name = "N", default_value_t = 1)]
    pub seed: u64,
}

/// A shard as it is typed.
fn shard(text: &str) -> Result<trials::Shard, &'static str> {
    trials::Shard::parse(text).ok_or("K/N, K from 1 to N")
}
