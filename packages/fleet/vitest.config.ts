import { defineConfig, mergeConfig } from 'vitest/config';
import { shared } from '../../vitest.shared.ts';

export default mergeConfig(
  shared,
  defineConfig({
    test: {
      globalSetup: 'test/support/postgres-server.ts',
      // Most of them wait: for a holder to be gone, or a connection to be given up.
      maxWorkers: 4,
    },
  }),
);
