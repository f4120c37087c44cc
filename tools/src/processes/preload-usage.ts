// Loaded before a measured program: reports its peak memory when it ends.
import { isMainThread } from 'node:worker_threads';
import { reportUsage } from './usage.ts';

if (isMainThread) {
  // The channel must not keep the program alive.
  process.channel?.unref();
  process.on('exit', () => reportUsage());
}
