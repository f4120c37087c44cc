import { defineConfig, mergeConfig } from 'vitest/config';
import { shared } from '../vitest.shared.ts';

// Whole programs are run as processes here: how long one takes is not what is tested.
export default mergeConfig(shared, defineConfig({ test: { testTimeout: 120_000 } }));
