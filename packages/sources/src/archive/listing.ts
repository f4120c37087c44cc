import { createHash } from 'node:crypto';
import type { Entry } from './archive.ts';

/** Files that operating systems add, and the index of a write-ahead log, which SQLite changes when it reads. */
const added =
  /(^|\/)(__MACOSX(\/.*)?|\.DS_Store|Thumbs\.db|desktop\.ini|[^/]+\.(?:sqlite|db)-shm)$/;

export function isAdded(name: string): boolean {
  return added.test(name);
}

/** An entry with a number that distinguishes its states. */
export interface ListedEntry extends Entry {
  readonly state: number;
}

/** SHA-256 of names, sizes and states, in hexadecimal. */
export function digestOf(entries: readonly ListedEntry[]): string {
  const hash = createHash('sha256');
  for (const { name, bytes, state } of entries) hash.update(`${name}\0${bytes}\0${state}\n`);
  return hash.digest('hex');
}

/** The folder, with its `/`, that all names begin with; empty when there is none. */
export function wrapperOf(names: readonly string[]): string {
  const first = names[0] ?? '';
  const wrapper = first.slice(0, first.indexOf('/') + 1);
  return names.every((name) => name.startsWith(wrapper)) ? wrapper : '';
}

/** In the order of code units, which is the same on every machine. */
export function byName(one: Entry, other: Entry): number {
  return one.name < other.name ? -1 : one.name > other.name ? 1 : 0;
}
