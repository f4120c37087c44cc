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

/** The copies of files, or a callback that lists the files. */
export type FilePorts =
  | {
      /** The copy of a file. */
      readonly find: (key: string) => MediaEntry;
      /** Called for a file that its row cannot point to, because there is no copy. @param cause why */
      readonly onLost: (cause: string) => void;
    }
  | {
      /** Called for each file of the export. Rows then have whole web addresses, which give access: do not keep these rows. */
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

  /** The address of the copy of a web file; without a copy, its own address without possible secrets; undefined for no address. */
  onWeb(link: unknown): CleanAddress | undefined {
    const clean = cleanAddress(link);
    if (clean === undefined) return undefined;
    const url = this.instead(link as string);
    return url === undefined ? clean : { url, hadSecret: false };
  }

  /**
   * The address that a row gets in place of an address which it would otherwise keep without secrets: the address of the copy, or the whole
   * address while files are listed.
   *
   * @param entry the name of the file in the export, if the export also contains it
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

  /** The copy of a web file whose own address is useless for the app. */
  copyOfWeb(link: unknown): string | undefined {
    if (this.#ports === undefined || cleanAddress(link) === undefined) return undefined;
    return 'onFile' in this.#ports ? (link as string) : this.#copy(keyOf(link as string));
  }

  /** The copy of a file of the export that has no address. @param entry the name of the file in the export */
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

/** A row without the unshortened addresses of its fields. The fields get the addresses of copies, or addresses without signatures. */
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

/** The id of an export. Two exports whose files all have the same names and sizes have the same id. */
export function idOf({ entries }: Archive): string {
  const hash = createHash('sha256');
  for (const { name, bytes } of entries) hash.update(`${name}\0${bytes}\n`);
  return hash.digest('hex').slice(0, ID_LENGTH);
}
