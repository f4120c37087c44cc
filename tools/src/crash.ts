// Kills the importer at random moments, starts it again, and at the end compares what the service holds with the input,
// record by record.
//
//   npm run crash -- --kills 1000 --faults 0.2              at random moments
//   npm run crash -- --kills 1000 --kill-service            the service too
//   npm run crash -- --every-write                          before and after each write to the ledger, one by one
//   npm run crash -- --mode power-cuts --kills 10           power cuts instead of kills; needs root, loop devices, perl
//   npm run crash -- --mode clock-jumps                     sets the importer's time of day back and forth as well
//   npm run crash -- --mode endless-answers                 endless answers among the faults
//   npm run crash -- --mode repair --kills 100              a repair of an app that was changed by hand, instead of an import
//   npm run crash -- --mode delta --kills 100               a delta after an import, instead of an import
//   npm run crash -- --mode changing-exports --kills 20     an export changed during planning, instead of kills
//   npm run crash -- --mode undo --kills 20                 imports and undoes, both killed
//   npm run crash -- --mode export --kills 100              exports of an app, killed and continued
//   npm run crash -- --mode strangers --kills 200           all commands, while people register, write and join in the app
//   npm run crash -- --mode media --kills 100               copies of files from a failing server, instead of imports
//   npm run crash -- --mode follow --kills 100 --kill-database 5   a follower of a database that changes and crashes
//   npm run crash -- --mode follow --server mysql --kills 60      a follower of MariaDB
//   npm run crash -- --mode database-crashes --kills 2 --messages 5000000   database servers that crash during planning
//   npm run crash -- --seed 42 …                            repeats a series with the same random choices
import { mkdtempSync, rmdirSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { changingExports } from './crash/changing-exports.ts';
import { databaseCrashes } from './crash/database-crashes.ts';
import { deltaKills } from './crash/delta-kills.ts';
import { exportKills } from './crash/export-kills.ts';
import { followKills } from './crash/follow-kills.ts';
import { followedServers } from './databases/followed-servers.ts';
import { killAtWrite } from './crash/every-write.ts';
import { powerCuts } from './crash/power-cuts.ts';
import { modes } from './crash/fault-rules.ts';
import { killSeries } from './crash/kill-series.ts';
import { randomKills } from './crash/random-kills.ts';
import type { RoundOf } from './crash/round.ts';
import { strangerKills } from './crash/stranger-kills.ts';
import { repairKills } from './crash/repair-kills.ts';
import { mediaKills } from './crash/media-kills.ts';
import { undoKills } from './crash/undo-kills.ts';

/** Upper bound of `--seed`. The harness appends digits for the seeds of imports, services and faults, which must stay safe integers. */
const SEEDS = 1_000_000;

/** Imports of `--every-write` that run concurrently. They mostly wait. */
const AT_ONCE = 4;

const { values } = parseArgs({
  options: {
    kills: { type: 'string', default: '40' },
    faults: { type: 'string', default: '0.2' },
    seed: { type: 'string', default: String(Math.floor(Math.random() * SEEDS)) },
    messages: { type: 'string', default: '1500' },
    'kill-service': { type: 'boolean', default: false },
    mode: { type: 'string', default: 'kills' },
    'every-write': { type: 'boolean', default: false },
    'kill-database': { type: 'string', default: '0' },
    server: { type: 'string', default: 'postgres' },
  },
});
const seed = Number(values.seed);
if (!Number.isInteger(seed) || seed < 0 || seed >= SEEDS)
  throw new RangeError(`--seed ${values.seed} is not a whole number from 0 to ${SEEDS - 1}.`);
const mode = modes.find((one) => one === values.mode);
/** Rounds to repeat until enough processes were killed, with the printed names of the rounds and of the kills. */
const rounds: Readonly<Record<string, readonly [RoundOf, rounds: string, kills: string]>> = {
  ...Object.fromEntries(modes.map((one) => [one, [randomKills, 'imports', 'kills'] as const])),
  'power-cuts': [powerCuts, 'imports', 'power cuts'],
  repair: [repairKills, 'repairs', 'kills'],
  delta: [deltaKills, 'deltas', 'kills'],
  undo: [undoKills, 'times two undone imports', 'kills'],
  media: [mediaKills, 'folders with copies', 'kills'],
  strangers: [strangerKills, 'rounds', 'kills'],
};
const others: Readonly<Record<string, () => Promise<readonly string[]>>> = {
  'changing-exports': atChanges,
  export: atExport,
  'database-crashes': atDatabaseCrashes,
  follow: atFollow,
};
const round = rounds[values.mode];
const other = others[values.mode];
if (round === undefined && other === undefined)
  throw new RangeError(
    `--mode ${values.mode} is not one of ${[...Object.keys(rounds), ...Object.keys(others)].join(', ')}.`,
  );
const faultShare = Number(values.faults);
const folder = mkdtempSync(path.join(tmpdir(), 'chatferry-crash-'));
const begin = performance.now();
console.log(`seed ${seed}, ${faultShare * 100} % faults, in ${folder}`);

const mistakes = values['every-write']
  ? await atEveryWrite()
  : await (other === undefined ? inRounds(...round!) : other());
for (const mistake of mistakes) console.log(mistake);
const took = `${((performance.now() - begin) / 1000).toFixed(0)} s`;
if (mistakes.length === 0) {
  rmdirSync(folder);
  console.log(`Nothing lost, nothing doubled, nothing out of order, all sums agree (${took}).`);
} else {
  console.log(`${mistakes.length} mistakes (${took}). To repeat: npm run crash -- ${again()}`);
  process.exitCode = 1;
}

async function inRounds(
  roundOf: RoundOf,
  ofRounds: string,
  ofKills: string,
): Promise<readonly string[]> {
  const series = killSeries(folder, {
    kills: Number(values.kills),
    seed,
    faultShare,
    killService: values['kill-service'],
    messages: Number(values.messages),
    ...(mode === undefined ? {} : { mode }),
    roundOf,
  });
  for await (const { round: number, kills, serviceKills, strangers, mistakes: found } of series) {
    const ofService = values['kill-service'] ? `, and ${serviceKills} of the service` : '';
    const ofOthers = strangers === 0 ? '' : `, ${strangers} records of strangers`;
    console.log(`${number} ${ofRounds}, ${kills} ${ofKills}${ofService}${ofOthers}`);
    if (found.length > 0) return found;
  }
  return [];
}

async function atChanges(): Promise<readonly string[]> {
  const options = { changes: Number(values.kills), seed, messages: Number(values.messages) };
  const { refused, mistakes: found } = await changingExports(path.join(folder, 'changes'), options);
  console.log(`${values.kills} changes, ${refused} while the file was read`);
  return found;
}

async function atExport(): Promise<readonly string[]> {
  const options = { kills: Number(values.kills), seed, messages: Number(values.messages) };
  const found = await exportKills(path.join(folder, 'exports'), options);
  console.log(`${found.exports} exports, ${found.kills} kills`);
  return found.mistakes;
}

async function atDatabaseCrashes(): Promise<readonly string[]> {
  const options = { crashes: Number(values.kills), seed, messages: Number(values.messages) };
  return databaseCrashes(path.join(folder, 'databases'), { ...options, log: console.log });
}

async function atFollow(): Promise<readonly string[]> {
  if (!(values.server in followedServers))
    throw new RangeError(`--server ${values.server} is not postgres or mysql.`);
  return await followKills(path.join(folder, 'follow'), {
    kills: Number(values.kills),
    databaseKills: Number(values['kill-database']),
    seed,
    faultShare,
    system: values.server as keyof typeof followedServers,
    log: console.log,
  });
}

async function atEveryWrite(): Promise<readonly string[]> {
  for (const when of ['before', 'after'] as const)
    for (let from = 1, killed = true; killed; from += AT_ONCE) {
      const writes = Array.from({ length: AT_ONCE }, (_, index) => from + index);
      const results = await Promise.all(
        writes.map((at) => {
          const place = path.join(folder, `${when}-${at}`);
          return killAtWrite(place, at, when, { seed: seed + at, faultShare });
        }),
      );
      for (const [index, result] of results.entries())
        if (result.mistakes.length > 0)
          return [`${when} write ${writes[index]}:`, ...result.mistakes];
      const end = results.findIndex((result) => !result.killed);
      killed = end === -1;
      if (!killed) console.log(`${writes[end]! - 1} writes, killed ${when} each of them`);
    }
  return [];
}

function again(): string {
  return Object.entries({ ...values, seed: String(seed) })
    .flatMap(([name, value]) =>
      value === false ? [] : [`--${name}`, ...(value === true ? [] : [value])],
    )
    .join(' ');
}
