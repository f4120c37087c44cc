import type {
  CopyResult,
  MediaCheck,
  MediaVerification,
  RejectedInputs,
} from '@chatferry/job/media';
import type { Result } from '../results/results.ts';

export function checkJson(
  { hosts, ...sums }: MediaCheck & RejectedInputs,
  next: readonly string[],
): Extract<Result, { type: 'media-check' }> {
  return {
    type: 'media-check',
    ...sums,
    hosts: hosts.map(({ firstEndsAt, lastEndsAt, oldest, newest, sampled, ...host }) => ({
      ...host,
      ...times({ firstEndsAt, lastEndsAt, oldest, newest }),
      ...(sampled === undefined ? {} : { sampled }),
    })),
    next,
  };
}

export function copyJson(
  folder: string,
  { rejected, ...result }: CopyResult & RejectedInputs,
  next: readonly string[],
): Extract<Result, { type: 'media-copy' }> {
  return { type: 'media-copy', ...copiedJson(folder, result), rejected, next };
}

/** What a folder has of the files. */
export function copiedJson(
  folder: string,
  { stopped, map, ...result }: CopyResult,
): Omit<Extract<Result, { type: 'media-copy' }>, 'type' | 'next' | 'rejected'> {
  return {
    folder,
    ...result,
    ...(stopped === undefined ? {} : { stopped }),
    ...(map === undefined ? {} : { map }),
  };
}

export function verifyJson(
  folder: string,
  { sound: copies, counts, ...found }: MediaVerification,
  next: readonly string[],
): Extract<Result, { type: 'media-verify' }> {
  const sound = counts.missing === 0 && counts.changed === 0;
  return { type: 'media-verify', folder, sound, copies, ...found, counts, next };
}

function times<Name extends string>(
  seconds: Readonly<Record<Name, number | undefined>>,
): { readonly [Each in Name]?: string } {
  const known = Object.entries(seconds).filter(([, value]) => value !== undefined);
  return Object.fromEntries(
    known.map(([name, value]) => [name, new Date((value as number) * 1000).toISOString()]),
  ) as { readonly [Each in Name]?: string };
}
