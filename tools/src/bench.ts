// Measures chatferry against the minimum cost of its work, in the same run.
//
//   npm run bench -- plan [--users 1000000 --memberships 5000000 --messages 1000000,10000000 --formats csv,ndjson]
//   npm run bench -- delta [--messages 1000000 --new 1000 --formats csv,ndjson]
//   npm run bench -- nested [--mib 200,1000]
//   npm run bench -- run  [--messages 500000 --seconds 30]
//   npm run bench -- sources [SYSTEM ...] [--messages 1000000 --files 20000 --channels 200 --users 5000]
//   npm run bench -- databases [--messages 5000000 --users 5000]
//   npm run bench -- verify [--messages 1000000]
//   npm run bench -- cut-over [--messages 1000000 --new 1000]
//   npm run bench -- fleet [--messages 200000 --seconds 65 --requests-per-minute 3000]
//   npm run bench -- fleet-apps [--apps 1000 --minutes 10 --requests-per-minute 60]
import { benchCutOver } from './bench-cut-over.ts';
import { benchDatabases } from './bench-databases.ts';
import { benchDelta } from './bench-delta.ts';
import { benchFleet } from './bench-fleet.ts';
import { benchFleetApps } from './bench-fleet-apps.ts';
import { benchNested } from './bench-nested.ts';
import { benchPlan } from './bench-plan.ts';
import { benchRun } from './bench-run.ts';
import { benchSources } from './bench-sources.ts';
import { benchVerify } from './bench-verify.ts';

const benches: Record<string, (args: string[]) => Promise<void>> = {
  plan: benchPlan,
  delta: benchDelta,
  nested: benchNested,
  run: benchRun,
  sources: benchSources,
  databases: benchDatabases,
  verify: benchVerify,
  'cut-over': benchCutOver,
  fleet: benchFleet,
  'fleet-apps': benchFleetApps,
};

// What a benchmark has started ends with it.
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => process.exit(130));

const [name = '', ...args] = process.argv.slice(2);
const bench = benches[name];
if (bench === undefined) {
  console.error(`Which one? npm run bench -- ${Object.keys(benches).join('|')}`);
  process.exitCode = 2;
} else {
  await bench(args);
}
