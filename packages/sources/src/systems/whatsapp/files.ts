import type { Archive, Entry } from '../../archive/archive.ts';
import { fileTypeOf } from '../../reading/file-type.ts';
import type { FileAddresses } from '../../reading/file-addresses.ts';
import { entryOf } from '../../reading/values.ts';
import { COPIED, type FoundFile } from '../../reading/media-folder.ts';

/** Types of files that phones make. */
const ownTypes: Readonly<Record<string, string>> = {
  opus: 'audio/ogg',
  m4a: 'audio/mp4',
  aac: 'audio/aac',
  '3gp': 'video/3gpp',
  heic: 'image/heic',
  vcf: 'text/vcard',
};

/** The files of an export, and their addresses. */
export class ChatMedia {
  readonly #entries: ReadonlyMap<string, Entry>;
  readonly #named = new Set<Entry>();
  readonly #url: string | undefined;
  readonly #files: FileAddresses;

  constructor(
    { entries }: Pick<Archive, 'entries'>,
    url: string | undefined,
    files: FileAddresses,
  ) {
    this.#entries = new Map(entries.map((entry) => [entry.name.normalize('NFC'), entry]));
    this.#url = url;
    this.#files = files;
  }

  /** Notes that a message names a file. */
  note(folder: string, name: string): void {
    const entry = this.#find(folder, name);
    if (entry !== undefined) this.#named.add(entry);
  }

  /** Whether a message names a file of the export. */
  isNamed(entry: Entry): boolean {
    return this.#named.has(entry);
  }

  /** @param folder of the chat, with its `/` */
  has(folder: string, name: string): boolean {
    return this.#find(folder, name) !== undefined;
  }

  /** A file that a message names. A file that is not in the export is listed too: copying it states why there is no copy. */
  fileOf(folder: string, name: string): FoundFile {
    const entry = this.#find(folder, name);
    const { mimeType: usual, extension } = fileTypeOf(name);
    const mimeType = entryOf(ownTypes, extension.toLowerCase()) ?? usual;
    const path = entry?.name ?? `${folder}${name}`;
    const address =
      this.#url === undefined
        ? this.#files.copyOfEntry(path, { name, mimeType })
        : `${this.#url.replace(/\/$/, '')}/${servedPath(path)}`;
    const where = entry === undefined ? 'not in the export' : 'in the export itself';
    if (address === undefined) {
      const rest = entry === undefined ? '' : ', and with copies or filesUrl their addresses';
      return { name, note: `${where}; messages have their names${rest}` };
    }
    const size = entry?.bytes;
    return {
      name,
      note: this.#url === undefined ? COPIED : `${where}, and at filesUrl`,
      attachment: {
        url: address,
        name,
        mimeType,
        extension,
        ...(size === undefined ? {} : { size }),
      },
    };
  }

  #find(folder: string, name: string): Entry | undefined {
    return this.#entries.get(`${folder}${name}`.normalize('NFC'));
  }
}

/** An archive in the folder is served as a folder. */
function servedPath(path: string): string {
  return path
    .split('/')
    .map((part, index, all) =>
      encodeURIComponent(index < all.length - 1 ? part.replace(/\.zip$/i, '') : part),
    )
    .join('/');
}
