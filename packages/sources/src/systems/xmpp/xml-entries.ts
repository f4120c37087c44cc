import type { Archive, Entry } from '../../archive/archive.ts';

/** The files of an export that are XML by their names; the only file, whatever its name. */
export function xmlEntries({ entries }: Archive): readonly Entry[] {
  return entries.length === 1 ? entries : entries.filter(({ name }) => /\.xml$/i.test(name));
}
