import type { Client } from '@chatferry/client';
import { linesInFile } from '@chatferry/disk';
import {
  copyMedia,
  type CopyOptions,
  type CopyResult,
  type HostHeaders,
  type MediaSource,
} from '@chatferry/media';
import { fileHost, parseJson, type Row } from '@chatferry/contract';
import { existsSync } from 'node:fs';
import { mediaOfRecord } from '../media/media-of-plan.ts';
import type { Target } from '../sending/target.ts';
import type { ExportFolder } from './export-folder.ts';
import { whyLeftOut } from './exported-messages.ts';
import { queryOf } from './read-list.ts';

/** Copies of the files of an app. */
export type ExportMedia = Pick<
  CopyOptions,
  | 'to'
  | 'publicBase'
  | 'headers'
  | 'privateHosts'
  | 'maxFileBytes'
  | 'bytesPerSecond'
  | 'onProgress'
>;

/** The last step of an export, which copies files. */
export const filesStep = {
  step: 'files',
  steps: ['files'],
  pass: 1,
  share: undefined,
  requestsAhead: 0,
} as const;

/** Signatures that are valid for 15 minutes last until this many files are copied. */
const MOST_WAITING = 500;

/** The host of an address that the operator gave for the service: a service on this machine serves its files there. */
function hostsOf({ baseUrl }: Target): string[] {
  return baseUrl === undefined ? [] : [new URL(baseUrl).hostname];
}

/** For files that open with a token, their host gives a token to the key of the app. */
function keyForFiles({ region, appId, apiKey }: Target): HostHeaders {
  return new Map(region === undefined ? [] : [[fileHost(region), { appId, apiKey }]]);
}

/**
 * Copies the files that an export points to. Lists the messages with files again, to get new signatures, and pauses the list while
 * many files wait.
 */
export function copyFiles(
  client: Client,
  { target, folder, media, onFiles, signal }: FilesToCopy,
): Promise<CopyResult> {
  onFiles(0);
  return copyMedia(filesOf(client, folder, signal), {
    onProgress: ({ files }) => onFiles(files),
    ...media,
    headers: new Map([...keyForFiles(target), ...(media.headers ?? [])]),
    privateHosts: [...(media.privateHosts ?? []), ...hostsOf(target)],
    signal,
    mostWaiting: MOST_WAITING,
  });
}

interface FilesToCopy {
  readonly target: Target;
  readonly folder: ExportFolder;
  readonly media: ExportMedia;
  /** Called with the number of files that were copied. */
  readonly onFiles: (copied: number) => void;
  readonly signal: AbortSignal;
}

async function* filesOf(
  client: Client,
  folder: ExportFolder,
  signal: AbortSignal,
): AsyncGenerator<MediaSource> {
  for (const kind of ['users', 'groups'] as const) {
    if (!existsSync(folder.fileOf(kind))) continue;
    for await (const line of linesInFile(folder.fileOf(kind)))
      if (line !== '') yield* mediaOfRecord(kind, parseJson(line) as Row);
  }
  const query = { ...queryOf('messages'), hasAttachments: true };
  for await (const message of client.messages.list({ query, signal }))
    if (whyLeftOut(message) === undefined) yield* mediaOfRecord('messages', message);
}
