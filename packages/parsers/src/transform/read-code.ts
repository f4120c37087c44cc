import { startThread } from '@chatferry/disk';
import type { Code, CodeAnswer } from './code-answer.ts';
import { CodeError } from './code-error.ts';

/** Loading takes milliseconds; the limit is for code that never ends. */
const LIMIT_MS = 20_000;

/**
 * Loads a configuration in code, in a thread of its own: each call reads the current files, and code that does not end can be stopped.
 *
 * @param limitMs milliseconds that loading may take
 * @throws {CodeError}
 */
export async function readCode(file: string, limitMs: number = LIMIT_MS): Promise<Code> {
  const worker = startThread('code-worker', import.meta.url, { workerData: file });
  const answer = Promise.withResolvers<CodeAnswer>();
  worker.on('message', answer.resolve);
  worker.on('error', (error) => answer.resolve({ error: messageOf(error) }));
  worker.on('exit', () => answer.resolve({ error: 'The code ended the thread that loads it.' }));
  const timer = setTimeout(
    () => answer.resolve({ error: `It takes more than ${limitMs / 1000} seconds.` }),
    limitMs,
  );
  try {
    const found = await answer.promise;
    if ('error' in found)
      throw new CodeError(file, `cannot be loaded. ${found.error}`, 'Correct the code.');
    return found;
  } finally {
    clearTimeout(timer);
    await worker.terminate();
  }
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
