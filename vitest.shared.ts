import { defaultServerConditions } from 'vite';
import type { ViteUserConfig } from 'vitest/config';

/** Tests run against the TypeScript sources of every workspace package, so they need no build. */
export const shared: ViteUserConfig = {
  ssr: { resolve: { conditions: ['@chatferry/source', ...defaultServerConditions] } },
  test: {
    include: ['test/**/*.test.ts'],
    execArgv: ['--conditions=@chatferry/source'],
    testTimeout: 30_000,
    hookTimeout: 30_000,
  },
};
