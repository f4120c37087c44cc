import { defineConfig, mergeConfig } from 'vitest/config';
import { shared, startingWith, workers } from '../../vitest.shared.ts';

export default mergeConfig(
  shared,
  defineConfig({
    test: {
      globalSetup: '../../vitest.command.ts',
      // Many tests wait for a process, and this package takes longest: more workers give it a larger share of the cores.
      maxWorkers: workers(5),
      // Small files that take long, because they start many processes.
      sequence: {
        sequencer: startingWith('report-browser', 'fleet', 'init-samples', 'cut-over', 'metrics'),
      },
    },
  }),
);
