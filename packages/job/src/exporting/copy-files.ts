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

/** Signatures that are signed for 15 minutes last until these are copied. */
const MOST_WAITING = 500;

/** Hosts that the operator named with the address of the service: a service on this machine has its files there too. */
function hostsOf({ baseUrl }: Target): string[] {
  return baseUrl === undefined ? [] : [new URL(baseUrl).hostname];
}

/** The host of files that open with a token gives one to the key of the app. */
function keyForFiles({ region, appId, apiKey }: Target): HostHeaders {
  return new Map(region === undefined ? [] : [[fileHost(region), { appId, apiKey }]]);
}

/**
 * Copies the files to which an export points. The messages that have files are listed again, with new signatures, and no further ones while many
 * files wait.
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
