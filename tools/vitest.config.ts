import { defineConfig, mergeConfig } from 'vitest/config';
import { shared, startingWith, workers } from '../vitest.shared.ts';

export default mergeConfig(
  shared,
  defineConfig({
    test: {
      globalSetup: '../vitest.command.ts',
      // Many tests wait for a process: on two cores, a third worker uses that time.
      maxWorkers: workers(3),
      sequence: { sequencer: startingWith('fleet', 'crash', 'shell-blocks', 'bench') },
    },
  }),
);
