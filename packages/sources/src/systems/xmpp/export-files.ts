import type { Archive, Entry } from '../../archive/archive.ts';
import {
  type XmlRecord,
  xmlRecords,
  type XmlRules,
  type XmlTag,
} from '../../reading/xml-elements.ts';
import { archived, components, exported, included } from './namespaces.ts';
import { decoded } from '../../reading/values.ts';

/** A record of an export, with its owner. */
export interface XmppRecord extends XmlRecord {
  readonly file: string;
}

const containers = new Set(['server-data', 'host', 'user', 'offline-messages']);

/** Elements that have secrets, or that only the server needs. */
const ignored = new Set(['scram-credentials', 'pubsub']);

/** The names of the elements with rooms. */
export const roomLists: ReadonlySet<string> = new Set(['component', 'muc']);

const isArchive = ({ name, namespace }: XmlTag): boolean =>
  name === 'archive' && namespace === archived;

const rules: XmlRules = {
  isContainer: (tag) => {
    const { name, namespace } = tag;
    if (isArchive(tag) || (roomLists.has(name) && components.includes(namespace))) return true;
    return exported.includes(namespace) && containers.has(name);
  },
  isInner: isArchive,
  isIgnored: ({ name, namespace }) =>
    ignored.has(name) || namespace === 'urn:xmpp:pie:0#scram' || namespace === 'jabber:iq:private',
};

/**
 * The records of all files of an export: main files, and files that other files include. If no file includes a user's file, its
 * folder names the host.
 *
 * @throws {SourceError} for a file that is damaged or hostile
 */
export async function* exportRecords(
  archive: Archive,
  wanted: readonly Entry[],
): AsyncGenerator<readonly XmppRecord[]> {
  /** By the name of an included file, the elements that include it. */
  const includers = new Map<string, readonly XmlTag[]>();
  const waiting: Entry[] = [];
  const names = new Set(wanted.map(({ name }) => name));
  for (const isLast of [false, true])
    for await (const [entry, pieces] of contents(archive, isLast ? waiting : wanted)) {
      const outer = includers.get(entry.name) ?? (isLast ? folderOf(entry) : []);
      const isRoot = ({ name }: XmlTag): boolean =>
        name === 'server-data' || name === 'host' || outer.length > 0;
      const file = archive.placeOf(entry);
      const onRoot = (tag: XmlTag): boolean => {
        if (!isRoot(tag)) waiting.push(entry);
        return isRoot(tag);
      };
      for await (const batch of xmlRecords(pieces, file, { ...rules, onRoot })) {
        const all = batch.map((each) => ({ ...each, path: [...outer, ...each.path], file }));
        for (const { element, path } of all) {
          if (element.namespace !== included) continue;
          const name = nameIncluded(element.attributes['href'], entry, names);
          if (name !== undefined) includers.set(name, path);
        }
        yield all.filter(({ element }) => element.namespace !== included);
      }
    }
}

/**
 * The included file of the export; undefined for an address elsewhere. Addresses by Tigase are relative to the main
 * file, not to the including file.
 */
function nameIncluded(
  href: string | undefined,
  { name }: Entry,
  names: ReadonlySet<string>,
): string | undefined {
  if (href === undefined) return undefined;
  const folders = name.split('/').slice(0, -1);
  for (let depth = folders.length; depth >= 0; depth--) {
    const parts = folders.slice(0, depth).map((part) => `${encodeURIComponent(part)}/`);
    const url = URL.parse(href, `file:///${parts.join('')}`);
    if (url?.protocol !== 'file:' || url.host !== '') return undefined;
    const found = decoded(url.pathname.slice(1));
    if (names.has(found)) return found;
  }
  return undefined;
}

function folderOf({ name }: Entry): readonly XmlTag[] {
  const folder = name.split('/').at(-2) ?? '';
  return [{ name: 'host', namespace: exported[0]!, attributes: { jid: decoded(folder) } }];
}

async function* contents(
  archive: Archive,
  wanted: readonly Entry[],
): AsyncGenerator<readonly [Entry, AsyncIterable<Uint8Array>]> {
  const all = [...wanted];
  if (archive.inOneRead === undefined)
    for (const entry of all) yield [entry, archive.piecesOf(entry)];
  else yield* archive.inOneRead(new Set(all));
}
