// Sends jobs with four workers that are killed and stopped at random moments and at named points, while the service fails and the
// store is cut off or crashes. At the end of each job compares what the service holds with the input, record by record.
//
//   npm run fleet-chaos -- --kills 1000 --faults 0.2
//   npm run fleet-chaos -- --seed 42 …                  the same once more
import { mkdtempSync, rmdirSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { ownPostgres } from './databases/own-server.ts';
import { chaosRound, type ChaosResult } from './fleet/chaos-round.ts';
import { stopPoints } from './fleet/stop-points.ts';

const SEEDS = 1_000_000;
/** Of one job, at most. */
const KILLS = 25;

const { values } = parseArgs({
  options: {
    kills: { type: 'string', default: '20' },
    faults: { type: 'string', default: '0.2' },
    seed: { type: 'string', default: String(Math.floor(Math.random() * SEEDS)) },
    messages: { type: 'string', default: '3000' },
  },
});
const seed = Number(values.seed);
const kills = Number(values.kills);
const folder = mkdtempSync(path.join(tmpdir(), 'chatferry-fleet-chaos-'));
console.log(`seed ${seed}, ${Number(values.faults) * 100} % faults, in ${folder}`);
console.log(`Workers also stop at: ${stopPoints.join(', ')}. One of them has a clock that jumps.`);
console.log('Not done here: cut networks between hosts, and the clock of the system.');

const total = { kills: 0, stops: 0, storeCrashes: 0, takeovers: 0, busiest: 0 };
let mistakes: readonly string[] = [];
{
  await using server = await ownPostgres();
  for (let round = 1; total.kills < kills && mistakes.length === 0; round++) {
    const result: ChaosResult = await chaosRound(path.join(folder, String(round)), server, {
      seed: seed * 1000 + round,
      faultShare: Number(values.faults),
      messages: Number(values.messages),
      // Both cost a minute of waiting.
      hasFollowUps: round % 4 === 0,
      crashesStore: round % 3 === 0,
      killsLeft: Math.min(KILLS, kills - total.kills),
    });
    for (const key of ['kills', 'stops', 'storeCrashes', 'takeovers'] as const)
      total[key] += result[key];
    total.busiest = Math.max(total.busiest, result.busiest);
    ({ mistakes } = result);
    console.log(`job ${round}: ${JSON.stringify({ ...total, busiest: total.busiest.toFixed(3) })}`);
  }
}
for (const mistake of mistakes) console.log(mistake);
if (mistakes.length === 0) {
  rmdirSync(folder);
  console.log('Nothing lost, nothing doubled, nothing out of order, all sums agree.');
} else {
  console.log(
    `${mistakes.length} mistakes. To repeat: npm run fleet-chaos -- --seed ${seed} --kills ${kills} --faults ${values.faults} --messages ${values.messages}`,
  );
  process.exitCode = 1;
}
