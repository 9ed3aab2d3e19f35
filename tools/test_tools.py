"""The checks find each fault, at its line, and nothing else; documents are filled in where they ask for it."""

import sys
import tempfile
import unittest
import unittest.mock
from pathlib import Path

import check_docs
import check_ids
import check_keys
import check_links
import check_names
import check_rule_ids
import check_targets
import fill_blocks
import proofs

sys.path.append(str(Path(__file__).parent / "bench"))
import earlier  # noqa: E402

# Ids are put together here so that the check of the project itself does not read them.
ML = "ML-"


class Project(unittest.TestCase):
    """A small project in a folder of its own."""

    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.root = Path(folder.name)

    def write(self, name, *lines):
        path = self.root / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text("\n".join(lines) + "\n", encoding="utf-8")

    def faults(self, check):
        return [str(fault) for fault in check(self.root)[0]]


class Links(Project):
    def test_good_links_of_every_form(self):
        self.write("docs/a.md", "# L'été, à 2 pas", "## Again", "## Again", '<a id="own"></a>', "Setext", "------")
        self.write(
            "README.md",
            "# Title",
            "[a](docs/a.md) [b](docs/a.md#lété-à-2-pas 'title') [c](<docs/a.md#again-1>) [d](#title) [e](docs)",
            "[own](docs/a.md#own) [setext](docs/a.md#setext) <https://example.org> [web](https://example.org/x#y)",
            '[ref]: docs/a.md "title"',
            '<img src="docs/a.md">',
            "`[code](nowhere.md)`",
            "```",
            "[code](nowhere.md)",
            "```",
        )
        self.assertEqual(self.faults(check_links.check), [])

    def test_bad_links_with_their_lines(self):
        self.write("docs/a.md", "# A")
        self.write(
            "docs/b.md",
            "[a](a.md) and [gone](gone.md)",
            "![picture](../pictures/none.svg)",
            "[heading](a.md#b)",
            "[root](/docs/a.md)",
            "[out](../../x.md)",
            "[mine](#nothing)",
            "[ref]: none.md",
        )
        self.assertEqual(
            self.faults(check_links.check),
            [
                "docs/b.md:1: gone.md: there is no such file",
                "docs/b.md:2: ../pictures/none.svg: there is no such file",
                "docs/b.md:3: a.md#b: there is no such heading",
                "docs/b.md:4: /docs/a.md: not a relative link",
                "docs/b.md:5: ../../x.md: leads out of the project",
                "docs/b.md:6: #nothing: there is no such heading",
                "docs/b.md:7: none.md: there is no such file",
            ],
        )

    def test_links_of_other_folders_are_not_read(self):
        self.write("target/doc.md", "[gone](gone.md)")
        self.write(".venv/doc.md", "[gone](gone.md)")
        self.assertEqual(self.faults(check_links.check), [])


class RuleIds(Project):
    def setUp(self):
        super().setUp()
        self.write("data/rules/x.toml", "[[rule]]", f'id = "{ML}7.2j"', "[[rule]]", f'id = "{ML}GAP-01"')

    def test_entries_chapters_and_constants_are_known(self):
        self.write("src/a.rs", f"// ({ML}7.2j, {ML}GAP-01; all of {ML}7.2.) r::{'ML'}_7_2J", "// HTML-5 and XML_9 are none")
        self.write("data/cases/a.toml", "[[case]]", f'rules = ["{ML}7.2j"]')
        self.assertEqual(self.faults(check_rule_ids.check), [])

    def test_unknown_ids_are_named_with_their_lines(self):
        self.write("src/a.rs", "fn a() {}", f"// {ML}7.2k", f"// {ML}7.3 r::{'ML'}_7_2K")
        self.write("data/cases/a.toml", "[[case]]", "rules = [", f'  "{ML}7.2j",', '  "M-7.2j",', f'  "{ML}7.2",', "]")
        self.assertEqual(
            self.faults(check_rule_ids.check),
            [
                f"src/a.rs:2: {ML}7.2k is in no catalogue",
                f"src/a.rs:3: {ML}7.3 is in no catalogue",
                f"src/a.rs:3: {'ML'}_7_2K is no rule of a catalogue",
                "data/cases/a.toml:4: a case names M-7.2j, which is in no catalogue",
                f"data/cases/a.toml:5: a case names {ML}7.2, which is in no catalogue",
            ],
        )

    def test_an_id_may_stand_once_only(self):
        self.write("data/rules/y.toml", "[[rule]]", f'id = "{ML}7.2j"')
        self.assertEqual(
            self.faults(check_rule_ids.check), [f"data/rules/y.toml:2: {ML}7.2j stands at data/rules/x.toml:2 already"]
        )

    def test_a_new_catalogue_brings_its_own_prefix(self):
        self.write("a.md", "see NEW" + "-SEQ-01 and NEW" + "-SEQ-02")
        self.assertEqual(self.faults(check_rule_ids.check), [])
        self.write("data/rules/new.toml", "[[rule]]", 'id = "NEW' + '-SEQ-01"')
        self.assertEqual(self.faults(check_rule_ids.check), ["a.md:1: NEW" + "-SEQ-02 is in no catalogue"])

    def test_without_a_catalogue_nothing_is_an_id(self):
        (self.root / "data/rules/x.toml").unlink()
        self.write("a.md", "see MLG-1 and X-2")
        self.assertEqual(self.faults(check_rule_ids.check), [])


class Targets(Project):
    def test_a_test_that_never_runs_is_a_fault(self):
        self.write("crates/a/Cargo.toml", "[package]", 'name = "a"', "", "[lib]", "test = false", "", "[lints]")
        self.write("crates/a/src/lib.rs", "fn a() {}", "#[cfg(test)]", "mod tests {", "    #[test]", "    fn a() {}", "}")
        self.write("crates/b/Cargo.toml", "[lib]", 'name = "b"', "doctest = false")
        self.write("crates/b/src/lib.rs", "/// ```", "/// b::b();", "/// ```", "pub fn b() {}", "#[test]", "fn runs() {}")
        self.write("crates/c/Cargo.toml", "[package]", 'name = "c"')
        self.write("crates/c/src/lib.rs", "#[cfg(test)]", "mod tests {}")
        self.assertEqual(
            [fault.partition(": ")[0] for fault in self.faults(check_targets.check)],
            ["crates/a/src/lib.rs:2", "crates/a/src/lib.rs:4", "crates/b/src/lib.rs:1"],
        )


class Keys(Project):
    def test_a_choice_is_a_value_in_a_ruleset_and_may_be_a_word_elsewhere(self):
        good = ["let key = Does::Stay.key();", "if Does::Stay.is(key) || key.does == word(&Line::Fire) {}"]
        self.write("crates/rules/x/Cargo.toml", "[package]")
        self.write("crates/rules/x/src/lib.rs", *good)
        self.write("crates/rules/x/tests/a.rs", 'Key::plain("stay")')
        self.write("crates/rules/rulebook/Cargo.toml", "[package]")
        self.write("crates/rules/rulebook/src/lib.rs", "match key.does.as_str() {}")
        self.assertEqual(check_keys.check(self.root), ([], 1))

    def test_words_that_are_written_or_compared_are_found(self):
        bad = ['Key::plain("a")', "Key::about(name, of)", 'Key { does: Term::of("a") }', 'key.does != "a"', "match key.does.as_str() {"]
        self.write("crates/rules/x/Cargo.toml", "[package]")
        self.write("crates/rules/x/src/a.rs", *bad)
        lines = [fault.line for fault in check_keys.check(self.root)[0]]
        self.assertEqual(lines, [1, 2, 3, 4, 5])


class Ids(Project):
    def test_lists_of_the_world_are_not_asked_and_maps_may_be(self):
        good = ["let general = w.general(place);", "wishes.generals.get(&place)", "id.checked_sub(n).and_then(|n| self.generals.get(n))"]
        self.write("crates/rules/x/Cargo.toml", "[package]")
        self.write("crates/rules/x/src/lib.rs", *good)
        self.write("crates/rules/x/tests/a.rs", "w.generals.get(place)")
        self.assertEqual(check_ids.check(self.root), ([], 1))

    def test_what_is_asked_is_found(self):
        asked = ["w.generals.get(place)?", "let a = (w.divisions.get_mut(n), self.sheets.get(n));"]
        self.write("crates/rules/aigles/Cargo.toml", "[package]")
        self.write("crates/rules/aigles/src/world.rs", *asked)
        found = [(fault.file.rpartition("/")[2], fault.line) for fault in check_ids.check(self.root)[0]]
        self.assertEqual(found, [("world.rs", 1), ("world.rs", 2), ("world.rs", 2)])

    def test_a_number_of_ones_own_for_what_does_not_fit_is_found(self):
        self.write("crates/rules/aigles/Cargo.toml", "[package]")
        self.write(
            "crates/rules/aigles/src/world.rs",
            "let fine = (rulebook::saturated::<u8, _>(n), u8::try_from(n).ok()?, u8::try_from(n)?.max(n).unwrap_or(0));",
            "let own = u8::try_from((a + b) / c(d)).unwrap_or(3);",
            "let lines = i32::try_from(",
            "    price(),",
            ")",
            ".unwrap_or_default() + n.try_into().unwrap_or(0);",
        )
        self.write("crates/rules/rulebook/Cargo.toml", "[package]")
        self.write("crates/rules/rulebook/src/saturated.rs", "T::try_from(number).unwrap_or(T::MOST)")
        found = [(fault.file.rpartition("/")[2], fault.line) for fault in check_ids.check(self.root)[0]]
        self.assertEqual(found, [("world.rs", 2), ("world.rs", 3), ("world.rs", 6)])


class Names(Project):
    def setUp(self):
        super().setUp()
        self.write("crates/a/Cargo.toml", "[package]", 'name = "a"')
        self.write("crates/a/src/lib.rs", "pub struct Stage;", "impl Test for Stage {", "    type Book = Stage;", "}")
        self.write("crates/b/Cargo.toml", "[package]", 'name = "b"')
        self.write("crates/b/src/lib.rs", "pub(crate) enum Stage {}")

    def test_the_same_name_in_two_crates_and_inside_functions_is_fine(self):
        self.write("crates/a/src/b.rs", "fn a() {", "    struct Stage;", "    type Book = Stage;", "}")
        self.assertEqual(self.faults(check_names.check), [])

    def test_a_name_that_stands_twice_is_named_with_its_first_place(self):
        self.write("crates/a/src/b.rs", "rulebook::words! {", "    Kind {", "        Stage,", "    }", "}")
        self.write("crates/a/src/c.rs", "type Kind = u8;", "trait Stage {}")
        self.write("crates/a/src/d.rs", "plain! {", '    Test "a";', "}", "by! {", "    Kind of Stage {", "    }", "}")
        self.write("crates/a/src/e.rs", "struct Test;")
        self.assertEqual(
            self.faults(check_names.check),
            [
                "crates/a/src/c.rs:1: Kind stands at crates/a/src/b.rs:2 already",
                "crates/a/src/d.rs:5: Kind stands at crates/a/src/b.rs:2 already",
                "crates/a/src/e.rs:1: Test stands at crates/a/src/d.rs:2 already",
                "crates/a/src/lib.rs:1: Stage stands at crates/a/src/c.rs:2 already",
            ],
        )

    def test_a_file_that_stands_twice_is_named_with_its_first_place(self):
        self.write("crates/a/src/b/fire.rs", "fn one() {}")
        self.write("crates/a/src/fire.rs", "fn two() {}")
        self.assertEqual(
            self.faults(check_names.check), ["crates/a/src/b/fire.rs:1: fire.rs stands at crates/a/src/fire.rs already"]
        )


class Docs(Project):
    def setUp(self):
        super().setUp()
        self.write(
            "crates/a/src/lib.rs",
            "/// Its name.",
            "pub name: String,",
            "/// Its charges.",
            "#[serde(default)]",
            "pub(crate) charges: u8,",
            "/// Counted from 1.",
            "pub place: u8,",
            "/// Line, from 1.",
            "pub line: u32,",
            "/// A unit",
            "/// that is gone.",
            "pub struct Unit;",
            "/// The free fall.",
            "pub const fn free_fall() {}",
            "/// His title.",
            "pub rank: u8,",
            "/// Upper end.",
            "pub high: i64,",
            "/// Pairs of equals.",
            "pub drawn: u32,",
            "/// Under `rules`.",
            "pub own: u32,",
            "/// UD needed.",
            "pub far: u32,",
            "/// *Retraite*.",
            "pub retreats: bool,",
        )

    def test_comments_of_two_words_or_that_only_repeat_the_name_are_found(self):
        self.write("crates/a/tests/b.rs", "/// Its name.", "name: u8,")
        self.assertEqual(
            self.faults(check_docs.check),
            [
                "crates/a/src/lib.rs:1: “Its name.” says no more than `name`",
                "crates/a/src/lib.rs:3: “Its charges.” says no more than `charges`",
                "crates/a/src/lib.rs:13: “The free fall.” says no more than `free_fall`",
                "crates/a/src/lib.rs:15: “His title.” says no more than `rank`",
                "crates/a/src/lib.rs:17: “Upper end.” says no more than `high`",
            ],
        )

    def test_and_taken_out(self):
        check_docs.mend(self.root, check_docs.check(self.root)[0])
        self.assertEqual(self.faults(check_docs.check), [])
        kept = (self.root / "crates/a/src/lib.rs").read_text(encoding="utf-8").splitlines()
        self.assertEqual(kept[:3], ["pub name: String,", "#[serde(default)]", "pub(crate) charges: u8,"])


class Blocks(unittest.TestCase):
    def test_blocks_are_filled_and_the_rest_stays(self):
        text = "a\n<!-- grognard 2: x --y -->\n```text\nold\n```\nb\n```text\nkept\n```\n"
        new = fill_blocks.filled(text, lambda arguments: f"\n{arguments} \ntwo\nthree\n")
        self.assertEqual(new, text.replace("old", "x --y\ntwo"))
        self.assertEqual(fill_blocks.filled(new, lambda arguments: f"{arguments}\ntwo\n"), new)

    def test_a_block_that_is_not_what_the_program_prints_is_a_fault(self):
        with tempfile.TemporaryDirectory() as folder:
            Path(folder, "a.md").write_text("a\n<!-- grognard: x -->\n```text\nold\n```\n", encoding="utf-8")
            faults = fill_blocks.check(Path(folder), ["a.md"], lambda _: "new\n")
            self.assertEqual(
                [str(fault) for fault in faults], ["a.md:2: `grognard x` prints something else: run make pictures"]
            )
            self.assertEqual(fill_blocks.check(Path(folder), ["a.md"], lambda _: "old\n"), [])


class Proofs(unittest.TestCase):
    """Which tests run for a place, which places are drawn, and the report."""

    # Two of one rule in one file, one of another rule.
    NAMED = {f"src/a.rs:9:1 {ML}1": f"a.rs {ML}1", f"src/a.rs:10:1 {ML}1": f"a.rs {ML}1 2", f"src/b.rs:2:1 {ML}2": f"b.rs {ML}2"}

    def test_the_quickest_tests_come_first_in_growing_batches(self):
        times = {("p", "slow"): 5.0, ("p", "b"): 0.3, ("q", "a"): 0.05, ("p", "c"): 0.5, ("q", "d"): 0.55}
        self.assertEqual(
            [batch for batch, _ in proofs.batches(times, times)],
            [[("q", "a")], [("p", "b")], [("p", "c")], [("q", "d")], [("p", "slow")]],
        )
        times = {("p", str(n)): 1.0 for n in range(64)}
        self.assertEqual([len(batch) for batch, _ in proofs.batches(times, times)], [2, 4, 8, 16, 32, 2])

    def test_times_are_read_from_the_harness(self):
        told = [
            '{ "type": "suite", "event": "started", "test_count": 1 }',
            '{ "type": "test", "event": "started", "name": "a" }',
            '{ "type": "test", "name": "a", "event": "ok", "exec_time": 0.25 }',
        ]
        self.assertEqual(proofs.timed("\n".join(told)), [("a", 0.25)])

    def test_places_have_names_without_lines(self):
        self.assertEqual(proofs.keys(self.NAMED), self.NAMED)

    def test_one_place_more_changes_no_more_than_one_of_the_sample(self):
        named = {f"src/a.rs:{n}:1 {ML}{n}": f"a.rs {ML}{n}" for n in range(100)}
        before = proofs.sample(named, 1, 10)
        after = proofs.sample({**named, f"src/b.rs:1:1 {ML}1": f"b.rs {ML}1"}, 1, 10)
        self.assertEqual(len(before), 10)
        self.assertLessEqual(len(set(before) - set(after)), 1)
        self.assertNotEqual(before, proofs.sample(named, 2, 10))

    def test_what_is_missed_is_explained_or_named(self):
        tried = dict.fromkeys(self.NAMED, "missed 0")
        tried[f"src/b.rs:2:1 {ML}2"] = "noticed"
        reasons = {f"a.rs {ML}1 2": "asked twice", f"b.rs {ML}2": "of no effect", f"c.rs {ML}3": "gone"}
        lines, well, _ = proofs.judged("x", list(self.NAMED), self.NAMED, tried, reasons)
        self.assertEqual(
            lines,
            [
                f"not noticed: src/a.rs:9:1 {ML}1",
                f"noticed after all: src/b.rs:2:1 {ML}2",
                f"no such place: c.rs {ML}3",
                f"explained: src/a.rs:10:1 {ML}1: asked twice",
                "x: 3 places, 3 tried, 1 noticed (33.3 %)",
            ],
        )
        self.assertFalse(well)
        every = dict.fromkeys(self.NAMED, "noticed")
        self.assertEqual(proofs.judged("x", list(self.NAMED), self.NAMED, every, {})[1:], (True, 100.0))

    def test_what_no_test_comes_by_is_a_place_too(self):
        with tempfile.TemporaryDirectory() as folder:
            Path(folder, "a.rs").write_text("if on(r::A) && self.on(r::B) {} // on(r::C)\n", encoding="utf-8")
            found = proofs.never_passed(Path(folder), Path(folder), [f"a.rs:1:4 {ML}1"], {"B": f"{ML}2"})
            self.assertEqual(found, [f"a.rs:1:21 {ML}2"])

    def test_a_place_that_no_test_comes_by_counts_as_not_noticed(self):
        tried = dict.fromkeys(self.NAMED, "noticed")
        tried[f"src/b.rs:2:1 {ML}2"] = proofs.UNPASSED
        lines, well, share = proofs.judged("x", list(self.NAMED), self.NAMED, tried, {})
        told = "x: 3 places, 3 tried, 2 noticed (66.7 %)"
        self.assertEqual(lines, [f"no quick test comes by: src/b.rs:2:1 {ML}2", told])
        self.assertEqual((well, round(share, 1)), (False, 66.7))

    def test_constants_stand_for_the_ids_of_the_catalogue(self):
        with tempfile.TemporaryDirectory() as folder:
            rules = Path(folder, "data", "rules")
            rules.mkdir(parents=True)
            Path(rules, "x.toml").write_text(f'[[rule]]\nid = "{ML}7.2j"\n', encoding="utf-8")
            self.assertEqual(proofs.constants(Path(folder)), {"ML_7_2J": f"{ML}7.2j"})

    def test_the_last_share_of_a_ruleset_is_kept_beside_the_others(self):
        old = "# Shares.\n\n[b]\ndate = 2026-01-02\nshare = 97.5\n"
        new = proofs.kept_last(old, "a", {"date": "2026-02-03", "share": "98.0"})
        self.assertEqual(new, "# Shares.\n\n[a]\ndate = 2026-02-03\nshare = 98.0\n\n[b]\ndate = 2026-01-02\nshare = 97.5\n")
        again = proofs.kept_last(new, "b", {"share": "99.0"})
        self.assertEqual(again, "# Shares.\n\n[a]\ndate = 2026-02-03\nshare = 98.0\n\n[b]\nshare = 99.0\n")

    def test_only_what_comes_by_a_place_is_run_until_one_fails(self):
        ran = []

        def run(_, program, *options, **variables):
            ran.append((program, options[3:], variables["GROGNARD_PLACE_OFF"]))
            return None if "b" in options else ""

        with unittest.mock.patch.object(proofs, "run", run):
            times = {("p", "a"): 0.4, ("p", "b"): 2.0, ("p", "c"): 60.0}
            self.assertTrue(proofs.noticed("x", "here", times, times))
            self.assertFalse(proofs.noticed("x", "there", [("p", "a"), ("p", "c")], times))
        self.assertEqual(ran, [("p", ("a",), "here"), ("p", ("b",), "here"), ("p", ("a",), "there"), ("p", ("c",), "there")])


class Earlier(unittest.TestCase):
    """Two versions of the program side by side."""

    HEAD = "ruleset scenario leaders battles/s us/ans in mind/s us/ans hash"

    def rows(self, *lines):
        return earlier.rows("\n".join([self.HEAD, *lines]))

    def test_ratios(self):
        now = self.rows("one here captain 50.0 200 30.0 100 ab", "one here random 9.0 20 - - cd")
        before = self.rows("one here captain 10.0 200 10.0 100 ab", "one here random 9.0 20 - - cd")
        _, captains, others = earlier.compared(now, before)
        self.assertIn("5.00", captains)
        self.assertIn("3.00", captains)
        self.assertTrue(others.endswith("1.00"))

    def test_what_is_not_the_same_is_named(self):
        now = self.rows("one here captain 50.0 200 30.0 100 ab", "one there captain 9.0 20 - - cd")
        before = self.rows("one here captain 10.0 200 10.0 100 ab", "one there captain 9.0 20 - - ce")
        self.assertEqual(earlier.different(now, now), [])
        self.assertEqual(earlier.different(now, before), ["one there captain"])
        self.assertEqual(earlier.different(now, {}), ["one here captain", "one there captain"])

    def test_an_older_state_is_asked_for_the_rulesets_that_it_has(self):
        yardstick = "const RULESETS: &[&dyn Ruleset] = &[&new::RULESET, &old_one::RULESET];\n"
        manifest = "[dev-dependencies]\narmies.workspace = true\nold-one.workspace = true\n"
        self.assertEqual(earlier.fitting(yardstick, manifest), yardstick.replace("&new::RULESET, ", ""))
        whole = (earlier.ROOT / earlier.YARDSTICK).read_text()
        today = (earlier.ROOT / "crates/staff/Cargo.toml").read_text()
        self.assertEqual(earlier.fitting(whole, today), whole)
        rulesets = (earlier.ROOT / "data/armies/rulesets.txt").read_text().split()
        for ruleset in rulesets:
            self.assertIn(f"&{ruleset.replace('-', '_')}::RULESET", whole)

    def test_commits_are_one_or_all_that_promise(self):
        said = unittest.mock.Mock(side_effect=lambda *which: list(which))
        with unittest.mock.patch.object(earlier, "promised", said):
            with unittest.mock.patch.object(earlier, "resolved", lambda commit: commit):
                self.assertEqual(earlier.wanted("abc", None), ["abc"])
                self.assertEqual(earlier.wanted(None, None), ["-1"])
                self.assertEqual(earlier.wanted(None, "abc"), ["abc..HEAD"])


if __name__ == "__main__":
    unittest.main()
