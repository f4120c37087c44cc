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
//   npm run bench -- plan|run|verify --against COMMIT [--messages 600000 --format csv --pairs 5]
//   npm run bench -- fleet-apps [--apps 1000 --minutes 10 --requests-per-minute 60]

/** Each loads what it needs. */
const benches: Record<string, () => Promise<(args: string[]) => Promise<void>>> = {
  plan: async () => (await import('./bench-plan.ts')).benchPlan,
  delta: async () => (await import('./bench-delta.ts')).benchDelta,
  nested: async () => (await import('./bench-nested.ts')).benchNested,
  run: async () => (await import('./bench-run.ts')).benchRun,
  sources: async () => (await import('./bench-sources.ts')).benchSources,
  databases: async () => (await import('./bench-databases.ts')).benchDatabases,
  verify: async () => (await import('./bench-verify.ts')).benchVerify,
  'cut-over': async () => (await import('./bench-cut-over.ts')).benchCutOver,
  fleet: async () => (await import('./bench-fleet.ts')).benchFleet,
  'fleet-apps': async () => (await import('./bench-fleet-apps.ts')).benchFleetApps,
};

// What a benchmark has started ends with it.
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => process.exit(130));

const [name = '', ...args] = process.argv.slice(2);
const load = benches[name];
if (load === undefined) {
  console.error(`Which one? npm run bench -- ${Object.keys(benches).join('|')}`);
  process.exitCode = 2;
} else if (args.some((each) => each.startsWith('--against'))) {
  await (await import('./bench-against.ts')).benchAgainst(name, args);
} else {
  const bench = await load();
  await bench(args);
}
