import {
  eachDetails,
  isObject,
  type Kind,
  type MediaAddress,
  type RecordBlockBuilder,
  type Row,
  signedAddress,
  UNSIGNED,
} from '@chatferry/contract';
import { LookupTable } from '@chatferry/disk';
import type { RowNotes } from '../terms/row-notes.ts';

/** What to do with the addresses of files in rows. Plain data, because it is sent to other threads. */
export type MediaRules =
  /** Replaces addresses by the addresses of copies. `copies` is the path of a table, written with `mediaEntry`. */
  | { readonly copies: string; readonly hosts: readonly string[] }
  /** Lists the addresses in the blocks. */
  | { readonly lists: true };

/** The entry of an address in a table of copies: the address of the copy, or why there is no copy. */
export type MediaEntry = { readonly to: string } | { readonly cause: string };

export function mediaEntry(entry: MediaEntry): string {
  return 'to' in entry ? `>${entry.to}` : `!${entry.cause}`;
}

/** The cause for an address that is not in the table. */
export const NOT_IN_MAP = 'not-in-map';

/** Looks addresses up in a table of copies. */
export class MediaCopies {
  readonly #table: LookupTable;

  constructor(path: string) {
    this.#table = new LookupTable(path);
  }

  /** @param key see `signedAddress` */
  find(key: string): MediaEntry {
    const found = this.#table.get(key);
    if (found === undefined || found === null) return { cause: NOT_IN_MAP };
    return found.startsWith('>') ? { to: found.slice(1) } : { cause: found.slice(1) };
  }
}

/** Replaces the addresses of files in rows by the addresses of their copies, or lists them. */
export class MediaAddresses {
  readonly #kind: Kind;
  readonly #copies: MediaCopies | undefined;
  readonly #builder: RecordBlockBuilder;
  /** For each address of the current row: `mapped`, or why there is no copy. */
  #outcomes: string[] = [];

  constructor(kind: Kind, rules: MediaRules, builder: RecordBlockBuilder) {
    this.#kind = kind;
    this.#copies = 'copies' in rules ? new MediaCopies(rules.copies) : undefined;
    this.#builder = builder;
  }

  /** Call before the row is judged. A copy needs no signature, so the replaced fields are removed from the list of lost signatures. */
  replace(row: Row, notes: Pick<RowNotes, 'changed'>): void {
    const copies = this.#copies;
    if (copies === undefined) return;
    this.#outcomes = [];
    const replaced = new Map<string, boolean>();
    this.#each(row, (holder, name, _kind, field, isAgain) => {
      const key = keyOf(holder[name]);
      if (key === undefined) return;
      const entry = copies.find(key);
      if (!isAgain) this.#outcomes.push('to' in entry ? 'mapped' : entry.cause);
      const isReplaced = 'to' in entry;
      if (field !== undefined) replaced.set(field, isReplaced && replaced.get(field) !== false);
      if (!isReplaced || holder[name] === entry.to) return;
      holder[name] = entry.to;
      notes.changed = true;
    });
    const unsigned = row[UNSIGNED];
    if (!Array.isArray(unsigned)) return;
    row[UNSIGNED] = unsigned.filter((field) => replaced.get(String(field)) !== true);
  }

  /** Counts or lists the addresses of a row that became a record. */
  noteAdded(row: Row): void {
    if (this.#copies !== undefined) {
      for (const outcome of this.#outcomes) this.#builder.countMedia(outcome);
      return;
    }
    this.#each(row, (holder, name, kind, _field, isAgain) => {
      if (isAgain) return;
      const at = row['sentAt'];
      this.#builder.listMedia({
        url: holder[name] as string,
        kind,
        ...(kind === 'attachment'
          ? { name: text(holder['name']), mimeType: text(holder['mimeType']) }
          : {}),
        ...(typeof at === 'number' ? { at } : {}),
      });
    });
  }

  #each(row: Row, report: Report): void {
    const one = (holder: Row, name: string, kind: MediaAddress['kind'], field?: string): void => {
      if (typeof holder[name] === 'string') report(holder, name, kind, field, false);
    };
    if (this.#kind === 'users') one(row, 'avatar', 'avatar', 'avatar');
    else if (this.#kind === 'groups') one(row, 'icon', 'icon', 'icon');
    eachDetails(this.#kind, row, (details, of) =>
      of === 'groups' ? one(details, 'icon', 'icon') : one(details, 'avatar', 'avatar'),
    );
    const data = row['data'];
    if (this.#kind !== 'messages' || !isObject(data)) return;
    const attachments = Array.isArray(data['attachments'])
      ? data['attachments'].filter((each) => isObject(each))
      : [];
    // Media messages may repeat the address of their first file next to the attachments.
    const key = keyOf(data['url']);
    if (key !== undefined) {
      const isAgain = attachments.some(({ url }) => keyOf(url) === key);
      report(data, 'url', 'attachment', 'data.url', isAgain);
    }
    for (const each of attachments) one(each, 'url', 'attachment', 'data.attachments');
  }
}

/**
 * @param field the field that a warning names; undefined inside of other records
 * @param isAgain whether another address of the row leads to the same file
 */
type Report = (
  holder: Row,
  name: string,
  kind: MediaAddress['kind'],
  field: string | undefined,
  isAgain: boolean,
) => void;

/** @returns undefined for a value that is not an http or https address */
function keyOf(value: unknown): string | undefined {
  return typeof value === 'string' ? signedAddress(value)?.key : undefined;
}

function text(value: unknown): string | undefined {
  return typeof value === 'string' ? value : undefined;
}
