//! The machine of the measurements.

use std::process::Command;

/// Prints processor, cores, load and compiler.
pub fn describe() {
    let cpus = std::fs::read_to_string("/proc/cpuinfo").unwrap_or_default();
    let model =
        cpus.lines().find_map(|line| line.strip_prefix("model name")?.split_once(':')).map(|(_, name)| name.trim());
    let cores = std::thread::available_parallelism().map_or(1, std::num::NonZero::get);
    let compiler = Command::new("rustc").arg("--version").output().ok();
    let compiler = compiler.map(|out| String::from_utf8_lossy(&out.stdout).trim().to_owned());
    let load = std::fs::read_to_string("/proc/loadavg").unwrap_or_default();
    let load = load.split(' ').next().filter(|load| !load.is_empty());
    println!(
        "machine   {}, {cores} cores, load {} at the start",
        model.unwrap_or("unknown"),
        load.unwrap_or("unknown")
    );
    println!(
        "compiler  {}, {}",
        compiler.as_deref().unwrap_or("unknown"),
        if cfg!(debug_assertions) { "debug" } else { "release" }
    );
    println!("method    one thread; warmed up; the best and the median of several samples, by the wall clock");
}

/// Resident memory of this process in bytes, if the system tells it.
pub fn resident() -> Option<u64> {
    let status = std::fs::read_to_string("/proc/self/status").ok()?;
    let line = status.lines().find_map(|line| line.strip_prefix("VmRSS:"))?;
    line.trim().strip_suffix("kB")?.trim().parse::<u64>().ok().map(|kb| kb * 1024)
}
