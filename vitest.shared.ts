import { availableParallelism } from 'node:os';
import { fileURLToPath } from 'node:url';
import { defaultServerConditions } from 'vite';
import type { ViteUserConfig } from 'vitest/config';

/** Compiled modules of the processes that tests start; each of them loads the same sources. */
const compiled = fileURLToPath(new URL('node_modules/.cache/compiled', import.meta.url));

/** Tests run against the TypeScript sources of every workspace package, so they need no build. */
export const shared: ViteUserConfig = {
  ssr: { resolve: { conditions: ['@chatferry/source', ...defaultServerConditions] } },
  test: {
    include: ['test/**/*.test.ts'],
    execArgv: ['--conditions=@chatferry/source'],
    env: { NODE_COMPILE_CACHE: compiled },
    // Node runs the sources itself, as it does in the processes that tests start: nothing is transformed.
    experimental: { viteModuleRunner: false, nodeLoader: false },
    // No test changes what its modules share, so each worker imports them once for all its files.
    isolate: false,
    // Many tests wait for a process: on two cores, a third worker uses that time.
    maxWorkers: Math.max(3, availableParallelism() - 1),
    // A machine that does much else takes many times longer. How long a test takes is not what it tests.
    testTimeout: 180_000,
    hookTimeout: 180_000,
  },
};
