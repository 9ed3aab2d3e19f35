// Prints the figures, and what went wrong; nothing else.
import type { FullResult, Reporter, TestCase, TestResult } from '@playwright/test/reporter';

export default class Quiet implements Reporter {
  onStdOut(text: string | Buffer) {
    process.stdout.write(text);
  }

  onTestEnd(test: TestCase, result: TestResult) {
    for (const { message } of result.errors) process.stderr.write(`${test.title}: ${message ?? 'failed'}\n`);
  }

  onEnd(result: FullResult) {
    if (result.status !== 'passed') process.stderr.write(`the measurements ${result.status}\n`);
  }
}
