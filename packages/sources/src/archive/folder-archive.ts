import { createReadStream } from 'node:fs';
import { opendir, readFile, stat } from 'node:fs/promises';
import path from 'node:path';
import type { Archive, Entry } from './archive.ts';
import { byName, digestOf, isAdded, type ListedEntry, wrapperOf } from './listing.ts';

/**
 * Lists a folder and the folders in it. Its files are opened one at a time. Links are not followed: they could lead
 * anywhere.
 *
 * @param except a folder that is not part of the export, such as one that this program writes
 */
export async function openFolder(folder: string, except?: string): Promise<Archive> {
  const listed: ListedEntry[] = [];
  const links: string[] = [];
  await list(
    { folder, except: except === undefined ? '' : path.resolve(except) },
    '',
    listed,
    links,
  );
  const wrapper = wrapperOf(listed.map(({ name }) => name));
  const entries = listed
    .map((entry) => ({ ...entry, name: entry.name.slice(wrapper.length) }))
    .toSorted(byName);
  const fileOf = ({ name }: Entry): string => path.join(folder, wrapper, name);
  return {
    path: folder,
    entries,
    digest: digestOf(entries),
    link: links[0],
    placeOf: fileOf,
    fileOf,
    bytesOf: (entry) => readFile(fileOf(entry)),
    piecesOf: (entry) => createReadStream(fileOf(entry), { highWaterMark: 256 * 1024 }),
    [Symbol.dispose]: () => {},
  };
}

async function list(
  within: { readonly folder: string; readonly except: string },
  inside: string,
  listed: ListedEntry[],
  links: string[],
): Promise<void> {
  for await (const found of await opendir(path.join(within.folder, inside))) {
    const name = `${inside}${found.name}`;
    if (isAdded(name)) continue;
    const file = path.join(within.folder, name);
    if (path.resolve(file) === within.except) continue;
    if (found.isSymbolicLink()) links.push(file);
    else if (found.isDirectory()) await list(within, `${name}/`, listed, links);
    else if (found.isFile()) {
      const { size, mtimeMs } = await stat(file);
      listed.push({ name, bytes: size, state: mtimeMs });
    }
  }
}
