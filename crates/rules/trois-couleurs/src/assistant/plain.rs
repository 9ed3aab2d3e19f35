//! Resolutions without dice and without lines: table look-ups.

/// Defines a resolution that is a plain function of its situation.
macro_rules! plain {
    ($test:ident $name:literal; $(says $said:literal;)? $(judged $judge:expr;)? [$($rule:ident),+ $(,)?]; $situation:ty = $example:expr; $check:expr; $resolve:expr) => {
        pub(super) struct $test;

        impl Test for $test {
            type Book = Book;
            const NAME: &'static str = $name;
            const RULES: &'static [Rule] = &[$(r::$rule),+];
            type Situation = $situation;
            $(const SAID: &'static [&'static [&'static str]] = &[&[$said]];)?

            fn example() -> $situation {
                $example
            }

            fn check(_book: &Book, s: &$situation, checks: &mut Checks) {
                let check: fn(&$situation, &mut Checks) = $check;
                check(s, checks);
                $(
                    let judge: fn(&Book, &$situation, &mut Checks) = $judge;
                    judge(_book, s, checks);
                )?
            }

            fn resolve(s: &$situation, mut run: Run<'_>) -> Outcome {
                let outcome = $resolve(run.book, s);
                run.tell_all(outcome);
                run.done(true)
            }
        }
    };
}
