import type { Archive, Entry } from './archive.ts';
import { isZip } from './open-archive.ts';
import { asUtf8 } from './as-utf8.ts';

interface InnerEntry extends Entry {
  readonly inner: Archive;
  readonly own: Entry;
}

/**
 * An archive in which ZIP archives are folders of the same name. Only ZIP archives on disk are opened, and not archives inside another
 * archive. The caller also disposes the outer archive.
 *
 * @param isWanted whether an archive is part of the export, by its name and its entries
 * @param mustOpen whether an archive with this name is part of the export, so that damage to it is an error
 */
export async function withInnerArchives(
  outer: Archive,
  isWanted: (name: string, entries: readonly Entry[]) => boolean,
  mustOpen: (name: string) => boolean,
): Promise<Archive> {
  const opened = new Map<Entry, Archive>();
  using stack = new DisposableStack();
  for (const entry of outer.entries) {
    const file = outer.fileOf(entry);
    if (file === undefined || !/\.zip$/i.test(entry.name) || !isZip(file)) continue;
    const inner = await openInner(file, mustOpen(entry.name));
    if (inner === undefined) continue;
    if (isWanted(entry.name, inner.entries)) opened.set(entry, stack.use(inner));
    else inner[Symbol.dispose]();
  }
  if (opened.size === 0) return outer;
  const kept = stack.move();
  const entries = outer.entries.flatMap((entry): readonly Entry[] => {
    const inner = opened.get(entry);
    if (inner === undefined) return [entry];
    return inner.entries.map((own): InnerEntry => ({
      name: `${entry.name}/${own.name}`,
      bytes: own.bytes,
      inner,
      own,
    }));
  });
  return {
    ...outer,
    entries,
    placeOf: (entry) => (isInner(entry) ? entry.inner.placeOf(entry.own) : outer.placeOf(entry)),
    fileOf: (entry) => (isInner(entry) ? undefined : outer.fileOf(entry)),
    bytesOf: (entry) => (isInner(entry) ? entry.inner.bytesOf(entry.own) : outer.bytesOf(entry)),
    piecesOf: (entry) => (isInner(entry) ? entry.inner.piecesOf(entry.own) : outer.piecesOf(entry)),
    [Symbol.dispose]: () => kept.dispose(),
  };
}

function isInner(entry: Entry): entry is InnerEntry {
  return 'inner' in entry;
}

/** @returns undefined for a damaged archive that may be another file */
async function openInner(file: string, mustOpen: boolean): Promise<Archive | undefined> {
  try {
    return asUtf8(await (await import('./zip-archive.ts')).openZip(file));
  } catch (error) {
    if (mustOpen) throw error;
    return undefined;
  }
}
