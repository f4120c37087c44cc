import type { Archive, Entry } from '../archive/archive.ts';
import { type XmlRecord, xmlRecords, type XmlRules, type XmlTag } from '../reading/xml-elements.ts';
import { archived, component, exported, included } from './namespaces.ts';

/** A record of an export with whom it belongs to. */
export interface XmppRecord extends XmlRecord {
  readonly file: string;
}

const containers = new Set(['server-data', 'host', 'user', 'offline-messages']);

/** Elements that have what is secret, or only the server needs. */
const ignored = new Set(['scram-credentials', 'pubsub']);

const rules: XmlRules = {
  isContainer: ({ name, namespace }, path) => {
    if (exported.includes(namespace)) return containers.has(name);
    if (name === 'archive') return namespace === archived;
    return name === 'component' && namespace === component && path.length > 0;
  },
  isIgnored: ({ name, namespace }) =>
    ignored.has(name) || namespace === 'urn:xmpp:pie:0#scram' || namespace === 'jabber:iq:private',
};

/**
 * The records of all files of an export: main files, and files that others include. Of a file of a user that no other one
 * includes, the folder names the host.
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
        for (const { element, path } of all)
          if (element.namespace === included)
            noteInclude(element.attributes['href'], entry, path, includers);
        yield all.filter(({ element }) => element.namespace !== included);
      }
    }
}

/** Only files of the export can be included: an address elsewhere names none of them. */
function noteInclude(
  href: string | undefined,
  { name }: Entry,
  path: readonly XmlTag[],
  includers: Map<string, readonly XmlTag[]>,
): void {
  const base = new URL(`file:///${name.split('/').map(encodeURIComponent).join('/')}`);
  const url = href === undefined ? null : URL.parse(href, base.href);
  if (url?.protocol !== 'file:' || url.host !== '') return;
  try {
    includers.set(decodeURIComponent(url.pathname.slice(1)), path);
  } catch {
    // It names no file.
  }
}

function folderOf({ name }: Entry): readonly XmlTag[] {
  const folder = name.split('/').at(-2) ?? '';
  return [{ name: 'host', namespace: exported[0]!, attributes: { jid: decoded(folder) } }];
}

function decoded(name: string): string {
  try {
    return decodeURIComponent(name);
  } catch {
    return name;
  }
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
