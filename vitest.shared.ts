import { existsSync, readFileSync, statfsSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { fileURLToPath } from 'node:url';
import { defaultServerConditions } from 'vite';
import type { ViteUserConfig } from 'vitest/config';
import { BaseSequencer, type TestSpecification } from 'vitest/node';

/** Compiled modules of the processes that tests start; each of them loads the same sources. */
const compiled = fileURLToPath(new URL('node_modules/.cache/compiled', import.meta.url));

/** Tests write to memory if it has space for them, because a job synchronises each of its commits with the disk. */
const memory = '/dev/shm';
if (process.env['TMPDIR'] === undefined && isUsable(memory)) process.env['TMPDIR'] = memory;

/** Whether it has 2 GiB, and programs may be started from it: tests write scripts. */
function isUsable(folder: string): boolean {
  if (!existsSync(folder)) return false;
  const { bavail, bsize } = statfsSync(folder);
  const mounts = readFileSync('/proc/self/mounts', 'utf8');
  return bavail * bsize > 2 ** 31 && !new RegExp(` ${folder} \\S+ \\S*noexec`).test(mounts);
}

/** How many workers a package has. @param least on a machine with few cores */
export function workers(least: number): number {
  return Math.max(least, availableParallelism() - 1);
}

/** Starts the named files first: without the results of an earlier run, vitest starts the largest ones first. */
export function startingWith(...names: string[]): typeof BaseSequencer {
  const ends = names.toReversed().map((name) => `/${name}.test.ts`);
  const rank = ({ moduleId }: TestSpecification): number =>
    ends.findIndex((end) => moduleId.endsWith(end));
  return class extends BaseSequencer {
    override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
      return (await super.sort(files)).toSorted((a, b) => rank(b) - rank(a));
    }
  };
}

/** Tests run against the TypeScript sources of every workspace package, so they need no build. */
export const shared: ViteUserConfig = {
  ssr: { resolve: { conditions: ['@chatferry/source', ...defaultServerConditions] } },
  test: {
    include: ['test/**/*.test.ts'],
    execArgv: [
      '--conditions=@chatferry/source',
      // The modules alone fill the heap that V8 starts with: it would collect garbage hundreds of times.
      '--initial-heap-size=256',
      // A plan reserves 10 MB of buffers, and V8 collects the garbage of all modules after each 64 MB of them.
      '--external-memory-accounted-in-global-limit',
    ],
    env: { NODE_COMPILE_CACHE: compiled },
    // Node runs the sources itself, as it does in the processes that tests start: nothing is transformed.
    experimental: { viteModuleRunner: false, nodeLoader: false },
    // No test changes what its modules share, so each worker imports them once for all its files.
    isolate: false,
    // Each worker imports the sources for itself. `npm test` runs several packages at a time.
    maxWorkers: workers(2),
    // A machine that does much else takes many times longer. How long a test takes is not what it tests.
    testTimeout: 900_000,
    hookTimeout: 900_000,
    expect: { poll: { timeout: 300_000 } },
  },
};
