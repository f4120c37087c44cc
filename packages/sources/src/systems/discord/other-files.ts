import type { Row } from '@chatferry/contract';
import type { Archive, Entry } from '../../archive/archive.ts';
import type { FileAddresses } from '../../reading/file-addresses.ts';
import { mediaFolder, type MediaFolder } from '../../reading/media-folder.ts';
import { objects, text } from '../../reading/values.ts';
import type { ExportRows } from '../../rows/export-rows.ts';
import { leaveOutFile } from '../../rows/other-files.ts';
import { isMedia } from './recognise.ts';

/** The files of an export that are neither channels nor files of messages. */
export class OtherFiles {
  readonly media: MediaFolder;
  readonly #archive: Archive;
  readonly #entries: Map<string, Entry>;

  /** @param filesUrl address at which the export is served */
  constructor(archive: Archive, filesUrl: string | undefined, files: FileAddresses) {
    this.#archive = archive;
    this.media = mediaFolder(new Set(archive.entries.map(({ name }) => name)), filesUrl, files);
    const others = archive.entries.filter((entry) => !isMedia(entry));
    this.#entries = new Map(others.map((entry) => [entry.name, entry]));
  }

  remove(name: string): void {
    this.#entries.delete(name);
  }

  /** Removes the files of a message: they may have the formats of an export. @param folder the folder of the channel */
  removeFilesOf(message: Row, folder: string): void {
    for (const { url } of objects(message['attachments'])) {
      const found = this.media.find(folder, text(url) ?? '');
      if (found !== undefined) this.remove(found);
    }
  }

  leaveOut(out: ExportRows): void {
    for (const entry of this.#entries.values()) {
      leaveOutFile(this.#archive.placeOf(entry), 'not a channel in the format Json', out);
    }
  }
}
