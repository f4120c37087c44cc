// Sends jobs with four workers that are killed and stopped at random moments and at named points, while the service fails, the store
// crashes and networks are cut. At the end of each job it compares the records in the service with the input, one by one.
//
//   npm run fleet-chaos -- --kills 1000 --faults 0.2
//   npm run fleet-chaos -- --scenarios cuts,live …      only these scenarios
//   npm run fleet-chaos -- --seed 42 …                  repeats a series with the same random choices
import { mkdtempSync, rmdirSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { ownPostgres } from './databases/own-server.ts';
import { chaosRound } from './fleet/chaos-round.ts';
import { type Scenario, scenarios } from './fleet/chaos.ts';
import { clockChanger } from './fleet/jumping-clock.ts';
import { stopPoints } from './fleet/stop-points.ts';
import { Tally } from './fleet/tally.ts';

const SEEDS = 1_000_000;
/** The most kills in one job. In the scenario `live`, every takeover takes a minute. */
const mostKills: Record<Scenario, number> = {
  kills: 60,
  crashes: 60,
  cuts: 60,
  live: 12,
  unlimited: 60,
};

const { values } = parseArgs({
  options: {
    kills: { type: 'string', default: '20' },
    faults: { type: 'string', default: '0.2' },
    seed: { type: 'string', default: String(Math.floor(Math.random() * SEEDS)) },
    messages: { type: 'string', default: '3000' },
    scenarios: { type: 'string', default: scenarios.join(',') },
  },
});
const seed = Number(values.seed);
const kills = Number(values.kills);
const wanted = values.scenarios.split(',') as Scenario[];
const folder = mkdtempSync(path.join(tmpdir(), 'chatferry-fleet-chaos-'));
console.log(`seed ${seed}, ${Number(values.faults) * 100} % faults, in ${folder}`);
console.log(`Workers also stop at: ${stopPoints.join(', ')}.`);
console.log(`The time of day of one of them jumps by ${clockChanger}.`);
console.log(
  process.platform === 'linux'
    ? 'Networks are cut by a relay between each worker and the store or the service.'
    : 'Networks are not cut: workers have no addresses of their own on this system.',
);

for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => process.exit(130));

const tally = new Tally();
const begin = performance.now();
let busiest = 0;
let mistakes: readonly string[] = [];
{
  await using server = await ownPostgres();
  for (let round = 1; tally.of('worker killed') < kills && mistakes.length === 0; round++) {
    const scenario = wanted[(round - 1) % wanted.length]!;
    const result = await chaosRound(path.join(folder, String(round)), server, {
      seed: seed * 1000 + round,
      scenario,
      faultShare: Number(values.faults),
      messages: Number(values.messages),
      kills: Math.min(mostKills[scenario], kills - tally.of('worker killed')),
      tally,
    });
    ({ mistakes } = result);
    if (scenario !== 'cuts') busiest = Math.max(busiest, result.busiest);
    const minutes = ((performance.now() - begin) / 60_000).toFixed(1);
    console.log(`job ${round}, ${scenario}, after ${minutes} minutes: ${String(tally)}`);
  }
}
const missed = stopPoints.filter((point) => tally.of(`asleep at ${point}`) === 0);
if (missed.length > 0) console.log(`No worker has stopped at: ${missed.join(', ')}.`);
if (busiest > 0)
  console.log(`In the busiest 60 seconds ${(busiest * 100).toFixed(1)} % of the quota were used.`);
for (const mistake of mistakes) console.log(mistake);
if (mistakes.length === 0) {
  rmdirSync(folder);
  console.log('Nothing lost, nothing doubled, nothing out of order, all sums agree.');
} else {
  console.log(
    `${mistakes.length} mistakes. To repeat: npm run fleet-chaos -- --seed ${seed} --kills ${kills} --faults ${values.faults} --messages ${values.messages} --scenarios ${values.scenarios}`,
  );
  process.exitCode = 1;
}
