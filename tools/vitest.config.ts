import { defineConfig, mergeConfig } from 'vitest/config';
import { shared, startingWith, workers } from '../vitest.shared.ts';

export default mergeConfig(
  shared,
  defineConfig({
    test: {
      globalSetup: '../vitest.command.ts',
      // Many tests wait for a process: on two cores, a third worker uses that time.
      maxWorkers: workers(3),
      // In the order of the time that they take, waiting included.
      sequence: {
        sequencer: startingWith(
          'pack-and-install',
          'follow-demo',
          'shell-blocks',
          'fleet',
          'crash',
          'bench',
          'type-checks',
          'docs-site',
        ),
      },
    },
  }),
);
