//! Resolutions without dice: table look-ups.

/// Defines a resolution that is a plain function of its situation.
macro_rules! plain {
    ($test:ident $name:literal; $(says $said:literal;)? [$($rule:ident),+ $(,)?]; $situation:ty = $example:expr; $check:expr; $resolve:expr) => {
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

            fn check(book: &Book, s: &$situation, checks: &mut Checks) {
                limits::check(s, checks);
                let check: fn(&Book, &$situation, &mut Checks) = $check;
                check(book, s, checks);
            }

            fn resolve(s: &$situation, mut run: TestRun<'_>) -> Outcome {
                let resolve: fn(&Book, &$situation, &mut TestRun<'_>) = $resolve;
                resolve(run.book, s, &mut run);
                run.done(true)
            }
        }
    };
}
