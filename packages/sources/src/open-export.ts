import { statSync } from 'node:fs';
import { setImmediate as turn } from 'node:timers/promises';
import type { IdRule } from '@chatferry/contract';
import type { Archive, Entry } from './archive/archive.ts';
import { asUtf8 } from './archive/as-utf8.ts';
import {
  beginningOf,
  isSqlite,
  isTar,
  isZip,
  openArchive,
  rootNames,
} from './archive/open-archive.ts';
import { ExportRows } from './rows/export-rows.ts';
import type { ReadingWatch } from './rows/reading-watch.ts';
import { SourceError } from './errors/source-error.ts';
import { chatSystems } from './systems/index.ts';
import { type System, systems } from './systems/names.ts';

/** An export of a known system. */
export interface Export extends Disposable {
  /** The path as the user gave it. */
  readonly path: string;
  readonly system: System;
  /** The name of the system in sentences. */
  readonly title: string;
  /** The meaning of case in the system's ids. */
  readonly ids: IdRule;
  /** Why the export is recognised as an export of this system. */
  readonly rule: string;
  /** Version of the rule that makes the system's ids unique in the app. */
  readonly idRule: number;
  /** The owner of the clock of the export's times, if the times name no zone. */
  readonly clockOf: string | undefined;
  readonly archive: Archive;
}

/**
 * Opens an export of a known system. The system is recognised by the content of the export.
 *
 * @param path of a folder or a file
 * @param from the system, if the user names it
 * @param except a folder in the folder that is not part of the export
 * @returns undefined for anything but an export of a known system
 * @throws {SourceError} for a ZIP archive that is no export, is damaged or is hostile, and for a file of text that is not an
 *   export of the system that the user named
 */
export async function openExport(
  path: string,
  from?: System,
  except?: string,
): Promise<Export | undefined> {
  const isFolder = statSync(path).isDirectory();
  const isText = !isFolder && !isZip(path) && !isSqlite(path) && !isTar(path);
  const candidates = from === undefined ? possibleSystems(path, isFolder, isText) : [from];
  if (candidates.length === 0) return undefined;

  const opened = asUtf8(await openArchive(path, except));
  for (const system of candidates) {
    const { recognise, title, ids, idRule, clockOf, open } = chatSystems[system];
    const named = from === undefined || isText ? undefined : 'it was named';
    const archive = (await open?.(opened)) ?? opened;
    const rule = (await recognise(archive)) ?? named;
    const close = (): void => {
      if (archive !== opened) archive[Symbol.dispose]();
      opened[Symbol.dispose]();
    };
    if (rule === undefined) {
      if (archive !== opened) archive[Symbol.dispose]();
      continue;
    }
    const of = { system, title, ids, rule, idRule, clockOf };
    return { path, ...of, archive, [Symbol.dispose]: close };
  }
  opened[Symbol.dispose]();
  if (isText && from !== undefined)
    throw new SourceError(
      'unknown-system',
      `${path} is a file of text, and not an export of ${chatSystems[from].title}.`,
      'Name the archive or the folder that the system wrote, or read the file as CSV or JSON: without --from, and without from in the configuration.',
    );
  // Queries read the tables of any other database.
  if (isFolder || isText || (from === undefined && isSqlite(path))) return undefined;
  if (opened.entries.some(({ name }) => name === 'toc.dat'))
    throw new SourceError(
      'unknown-system',
      `${path} is a dump in the tar format of pg_dump.`,
      'Make SQL of it, which needs no server: pg_restore -f dump.sql FILE.',
    );
  const what = isZip(path) ? 'a ZIP archive' : isTar(path) ? 'a tar archive' : 'a database';
  const known = new Intl.ListFormat('en-GB', { type: 'disjunction' });
  const titles = systems.map((system) => chatSystems[system].title);
  throw new SourceError(
    'unknown-system',
    `${path} is ${what}, and not an export of ${known.format(titles)}.`,
    'Unpack or export it as CSV or JSON and name these files, or name its system if it is one of these.',
  );
}

/** Texts and archives in a folder are no sign of other systems: for them, only this system is tried. */
const OF_TEXTS: System = 'whatsapp';

/** The systems that a quick check of a folder or a text does not exclude, in the order in which they are tried. */
function possibleSystems(path: string, isFolder: boolean, isText: boolean): readonly System[] {
  if (!isFolder && !isText) return systems;
  const mayBe = isFolder ? mayBeFolder(path) : mayBeText(path);
  if (systems.some((system) => system !== OF_TEXTS && mayBe(system))) return systems;
  return mayBe(OF_TEXTS) ? [OF_TEXTS] : [];
}

function mayBeFolder(path: string): (system: System) => boolean {
  const names = rootNames(path);
  return (system) => chatSystems[system].mayBe(names);
}

function mayBeText(path: string): (system: System) => boolean {
  const head = beginningOf(path);
  return (system) => chatSystems[system].mayBeFile?.(head, path) === true;
}

/**
 * Reads a whole export.
 *
 * @param options of its system @param files path of the files for the rows until they are judged, without their endings
 * @throws {SourceError} for a file that is damaged @throws {InputError} for a file in another form
 * @throws the signal's reason
 */
export async function readExport(
  { system, archive }: Export,
  options: unknown,
  files: string,
  { signal, ...watch }: ReadingWatch & { readonly signal?: AbortSignal | undefined },
): Promise<ExportRows> {
  if (archive.link !== undefined)
    throw new SourceError(
      'bad-archive',
      `${archive.link} is a link, which no program puts into an export.`,
      'Replace it by the file that it leads to, or remove it.',
    );
  const rows = new ExportRows(files, watch, chatSystems[system], archive);
  try {
    rows.findOriginals(
      await chatSystems[system].read(interruptible(archive, signal), options, rows),
    );
    return rows;
  } catch (error) {
    rows[Symbol.dispose]();
    throw error;
  }
}

/** Small files are read without waiting, and signals are seen only between them. */
const READS_PER_TURN = 32;

function interruptible(archive: Archive, signal: AbortSignal | undefined): Archive {
  let reads = 0;
  const { inOneRead } = archive;
  return {
    ...archive,
    within: (inner) => interruptible(inner, signal),
    ...(inOneRead === undefined
      ? {}
      : {
          inOneRead: async function* entries(wanted: ReadonlySet<Entry>) {
            for await (const found of inOneRead(wanted)) {
              await turn();
              signal?.throwIfAborted();
              yield found;
            }
          },
        }),
    bytesOf: async (entry) => {
      if (++reads % READS_PER_TURN === 0) await turn();
      signal?.throwIfAborted();
      return archive.bytesOf(entry);
    },
    piecesOf: async function* pieces(entry) {
      for await (const piece of archive.piecesOf(entry)) {
        await turn();
        signal?.throwIfAborted();
        yield piece;
      }
    },
  };
}
