//! Logs of an earlier version on the command line: shown from their events, and `--verify` says what was not protected
//! in their format, or why it cannot say more.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

mod common;

use common::run;

#[test]
fn an_old_log_is_shown_and_nothing_is_said_that_it_does_not_prove() {
    for ruleset in ["marie-louise", "bataille-empire"] {
        let log = format!("{}/../server/tests/fixtures/e7bab9a/{ruleset}.log.jsonl", env!("CARGO_MANIFEST_DIR"));
        let shown = run(&["replay", &log]);
        assert_eq!(shown.code, 0, "{}", shown.err);
        let verified = run(&["replay", &log, "--verify"]);
        if verified.code == 0 {
            for said in ["not linked", "do not depend", "Nobody has signed"] {
                assert!(verified.out.contains(said), "{}", verified.out);
            }
        } else {
            assert!(verified.err.contains("version"), "{}", verified.err);
        }
    }
}
