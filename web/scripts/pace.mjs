// Native against WebAssembly, by the same requests, for every ruleset: the odds of a whole charge or assault, a captain's
// decision, a whole battle.
//
//   node scripts/pace.mjs PROGRAM      (the example `pace` of the crate `browser`, built for speed)
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { answer } from '../src/site/module.js';

const TIMES = 31;
const modules = new URL('../../target/wasm/modules/', import.meta.url);
const middle = (all) => all.sort((a, b) => a - b)[Math.floor(all.length / 2)];
const timed = (work) => {
  const begun = performance.now();
  const made = work();
  return [made, (performance.now() - begun) * 1000];
};

console.log(`native against WebAssembly (Node ${process.version}), the middle of ${TIMES}, requests and replies included`);
for (const line of readFileSync(new URL('list.txt', modules), 'utf8').trim().split('\n')) {
  const [ruleset] = line.split(' ');
  const { instance } = await WebAssembly.instantiate(readFileSync(new URL(`${ruleset}.wasm`, modules)));
  const ask = (n, what) => answer(instance, { now: n, random: String(n), ask: what });
  const call = (n, method, path, body) => ask(n, { call: { method, path, body: body ? JSON.stringify(body) : '' } });

  // The first test with steps: a whole charge, or a whole assault.
  const { rulesets } = JSON.parse(call(0, 'GET', '/api/assistant').body);
  const { chapters } = rulesets.find(({ id }) => id === ruleset);
  const test = chapters.flatMap(({ tests }) => tests).find(({ follows }) => follows).name;
  const native = JSON.parse(execFileSync(process.argv[2], [ruleset, test]).toString());

  const path = `/api/assistant/${ruleset}/tests/${test}`;
  const { example } = JSON.parse(call(0, 'GET', path).body);
  const odds = middle(Array.from({ length: TIMES }, () => timed(() => call(0, 'POST', `${path}/resolve`, { situation: example }))[1]));
  const captains = { scenario: 'premier-feu', ruleset, leaders: [{ staff: 'captain' }, { staff: 'captain' }] };
  const decisions = [];
  const battles = [];
  for (let n = 1; n <= TIMES; n += 1) {
    const [, took] = timed(() => {
      let next = call(n, 'POST', '/api/battles', captains).think;
      while (next) {
        const [reply, one] = timed(() => ask(n, { think: { battle: next } }));
        decisions.push(one);
        next = reply.think;
      }
    });
    battles.push(took);
  }
  // Every other call only shows that the computer is thinking.
  const wasm = { odds, decision: middle(decisions.filter((_, i) => i % 2 === 1)), battle: middle(battles) };
  console.log(ruleset);
  for (const [name, said] of [
    ['odds', `odds: ${test}`],
    ['decision', 'a captain decides'],
    ['battle', 'a battle of premier-feu'],
  ]) {
    console.log(
      `  ${said.padEnd(24)} ${(native[name] / 1000).toFixed(2).padStart(9)} ms ${(wasm[name] / 1000).toFixed(2).padStart(9)} ms   ${(wasm[name] / native[name]).toFixed(1)} times`,
    );
  }
}
