import type { Archive } from '../../archive/archive.ts';
import { exported } from './namespaces.ts';
import { xmlEntries } from './xml-entries.ts';

/** Whether a folder with these names can be an export. */
export function mayBeXmpp(names: readonly string[]): boolean {
  return names.some((name) => /\.xml$/i.test(name) || !name.includes('.'));
}

/** Whether a single file with this beginning can be an export. */
export function beginsXmpp(head: string): boolean {
  return /^\uFEFF?\s*<(?:\?xml|!--|server-data)/.test(head);
}

const LOOKED_AT = 20;
const HEAD_BYTES = 64 * 1024;

const root = /<(?:[\w-]+:)?(server-data|host|user)\s[^>]*?xmlns(?::[\w-]+)?\s*=\s*["']([^"']+)["']/;

/** The rule by which an export is recognised; undefined for anything else. */
export async function recogniseXmpp(archive: Archive): Promise<string | undefined> {
  for (const entry of xmlEntries(archive).slice(0, LOOKED_AT)) {
    const head = await headOf(archive.piecesOf(entry));
    const [, name, namespace = ''] = root.exec(head) ?? [];
    if (exported.includes(namespace))
      return `${entry.name} has ${name} in the namespace ${namespace}`;
  }
  return undefined;
}

async function headOf(pieces: AsyncIterable<Uint8Array>): Promise<string> {
  const taken: Uint8Array[] = [];
  let bytes = 0;
  for await (const piece of pieces) {
    taken.push(Uint8Array.from(piece.subarray(0, HEAD_BYTES)));
    bytes += piece.length;
    if (bytes >= HEAD_BYTES) break;
  }
  return Buffer.concat(taken).toString();
}
