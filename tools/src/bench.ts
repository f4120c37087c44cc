// Measures chatferry against the minimum cost of its work, in the same run.
//
//   npm run bench -- plan [--input csv,ndjson,nested,rtdb,dump,delta,postgres,mysql,slack,… --messages 1000000,10000000]
//                         [--users 1000000 --memberships 5000000 --files 20000 --channels 200 --seed 1 --dir FOLDER]
//   npm run bench -- run [--messages 500000 --seconds 30]
//   npm run bench -- verify [--messages 1000000 --all-kinds 50000 --times 3]
//   npm run bench -- verify-delta [--messages 1000000,10000000 --new 1000]
//   npm run bench -- reconcile [--rows 1000000,10000000 --server postgres|mysql --touched 1000000 --cut-over]
//   npm run bench -- export [--messages 1000000 --round-trip]
//   npm run bench -- view [--records 10000000 --dir FOLDER]
//   npm run bench -- plan|run|verify --against COMMIT [--messages 600000 --format csv --pairs 5]
//   npm run bench -- media [--files 100000 --bytes 10000 --large 4294967296 --dir FOLDER]
//   npm run bench -- cut-over [--messages 1000000 --new 1000]
//   npm run bench -- cut-over --follow [--messages 100000,1000000 --new 1000]
//   npm run bench -- fleet [--messages 200000 --seconds 65 --requests-per-minute 3000]
//   npm run bench -- fleet-apps [--apps 1000 --minutes 10 --requests-per-minute 60]

/** The loaders of the benchmarks. A benchmark's modules are imported only when it runs. */
const benches: Record<string, () => Promise<(args: string[]) => Promise<void>>> = {
  plan: async () => (await import('./bench/plan/bench-plan.ts')).benchPlan,
  run: async () => (await import('./bench/run/bench-run.ts')).benchRun,
  verify: async () => (await import('./bench/verify/bench-verify.ts')).benchVerify,
  'verify-delta': async () =>
    (await import('./bench/verify-delta/bench-verify-delta.ts')).benchVerifyDelta,
  reconcile: async () => (await import('./bench/follow/bench-reconcile.ts')).benchReconcile,
  media: async () => (await import('./bench/media/bench-media.ts')).benchMedia,
  export: async () => (await import('./bench/export/bench-export.ts')).benchExport,
  view: async () => (await import('./bench/view/bench-view.ts')).benchView,
  'cut-over': async () => (await import('./bench/cut-over/bench-cut-over.ts')).benchCutOver,
  fleet: async () => (await import('./bench/fleet/bench-fleet.ts')).benchFleet,
  'fleet-apps': async () => (await import('./bench/fleet/bench-fleet-apps.ts')).benchFleetApps,
};

// Exiting also ends the processes that a benchmark has started.
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => process.exit(130));

const [name = '', ...args] = process.argv.slice(2);
const load = benches[name];
if (load === undefined) {
  console.error(`Which one? npm run bench -- ${Object.keys(benches).join('|')}`);
  process.exitCode = 2;
} else if (args.some((each) => each.startsWith('--against'))) {
  await (await import('./bench/against/bench-against.ts')).benchAgainst(name, args);
} else {
  const bench = await load();
  await bench(args);
}
