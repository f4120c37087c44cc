import { createHash } from 'node:crypto';
import { type Row, signedAddress, UNSIGNED } from '@chatferry/contract';
import type { MediaEntry } from '@chatferry/parsers';
import type { Archive } from '../archive/archive.ts';
import { type CleanAddress, cleanAddress, SIGNED } from './addresses.ts';

/** A file of an export that rows point to. */
export interface ExportFile {
  /** Its name in a map of copies. */
  readonly key: string;
  /** Its name among the files of all exports: see `ExportFiles`. */
  readonly file: string;
  readonly name?: string | undefined;
  readonly mimeType?: string | undefined;
}

/** The copies of files, or who lists the files. */
export type FilePorts =
  | {
      /** The copy of a file. */
      readonly find: (key: string) => MediaEntry;
      /** Called for a file that its row cannot point to, because there is no copy. @param cause why */
      readonly onLost: (cause: string) => void;
    }
  | {
      /** Called for each file of the export. Rows have the addresses on the web, with what gives access: they must not be kept. */
      readonly onFile: (file: ExportFile) => void;
    };

type Stated = Pick<ExportFile, 'name' | 'mimeType'>;

/** The addresses under which rows point to the files of an export. */
export class FileAddresses {
  readonly #ports: FilePorts | undefined;
  readonly #archive: Archive;
  #id: string | undefined;

  constructor(archive: Archive, ports?: FilePorts) {
    this.#archive = archive;
    this.#ports = ports;
  }

  /** The copy of a file on the web, otherwise its address without what may be secret; undefined for no address. */
  onWeb(link: unknown): CleanAddress | undefined {
    const clean = cleanAddress(link);
    if (clean === undefined) return undefined;
    const url = this.instead(link as string);
    return url === undefined ? clean : { url, hadSecret: false };
  }

  /**
   * What a row has instead of an address that it otherwise keeps, without its secrets: that of the copy; where files are listed, the
   * whole address.
   *
   * @param entry the name in the export of a file that it has too
   */
  instead(link: string, entry?: string, stated: Stated = {}): string | undefined {
    if (this.#ports === undefined) return undefined;
    if ('onFile' in this.#ports) {
      if (entry === undefined) return link;
      this.#ports.onFile({ key: keyOf(link), file: this.#nameOf(entry), ...stated });
      return undefined;
    }
    const found = this.#ports.find(keyOf(link));
    return 'to' in found ? found.to : undefined;
  }

  /** The copy of a file on the web whose own address is of no use to the app. */
  copyOfWeb(link: unknown): string | undefined {
    if (this.#ports === undefined || cleanAddress(link) === undefined) return undefined;
    return 'onFile' in this.#ports ? (link as string) : this.#copy(keyOf(link as string));
  }

  /** The copy of a file of the export that has no address. @param entry its name in the export */
  copyOfEntry(entry: string, stated: Stated = {}): string | undefined {
    if (this.#ports === undefined) return undefined;
    const file = this.#nameOf(entry);
    if (!('onFile' in this.#ports)) return this.#copy(file);
    this.#ports.onFile({ key: file, file, ...stated });
    return undefined;
  }

  #nameOf(entry: string): string {
    this.#id ??= idOf(this.#archive);
    return `export:${this.#id}/${entry}`;
  }

  #copy(key: string): string | undefined {
    if (this.#ports === undefined || 'onFile' in this.#ports) return undefined;
    const found = this.#ports.find(key);
    if ('to' in found) return found.to;
    this.#ports.onLost(found.cause);
    return undefined;
  }
}

/** A row without the whole addresses of its fields: those of copies, or those that have lost their signatures. */
export function withAddresses(row: Row, files: FileAddresses): Row {
  const { [SIGNED]: signed, ...rest } = row;
  if (signed === undefined) return row;
  const unsigned: string[] = [];
  for (const [field, link] of Object.entries(signed as Row)) {
    const address = files.onWeb(link);
    if (address === undefined) continue;
    rest[field] = address.url;
    if (address.hadSecret) unsigned.push(field);
  }
  const { [UNSIGNED]: _, ...found } = rest;
  return unsigned.length === 0 ? found : { ...found, [UNSIGNED]: unsigned };
}

function keyOf(link: string): string {
  return signedAddress(link)?.key ?? link;
}

const ID_LENGTH = 16;

/** Two exports have the same, if all their files have the same names and sizes. */
export function idOf({ entries }: Archive): string {
  const hash = createHash('sha256');
  for (const { name, bytes } of entries) hash.update(`${name}\0${bytes}\n`);
  return hash.digest('hex').slice(0, ID_LENGTH);
}
