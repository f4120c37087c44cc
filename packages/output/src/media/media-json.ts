import { isoTime } from '../printing/iso-time.ts';
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
      firstEndsAt: ofSeconds(firstEndsAt),
      lastEndsAt: ofSeconds(lastEndsAt),
      oldest: ofSeconds(oldest),
      newest: ofSeconds(newest),
      sampled,
    })),
    next,
  };
}

export function copyJson(
  folder: string,
  { rejected, ...result }: CopyResult & RejectedInputs,
  next: readonly string[],
): Extract<Result, { type: 'media-copy' }> {
  return { type: 'media-copy', folder, ...result, rejected, next };
}

export function verifyJson(
  folder: string,
  { sound: copies, counts, ...found }: MediaVerification,
  next: readonly string[],
): Extract<Result, { type: 'media-verify' }> {
  const sound = counts.missing === 0 && counts.changed === 0;
  return { type: 'media-verify', folder, sound, copies, ...found, counts, next };
}

function ofSeconds(seconds: number | undefined): string | undefined {
  return isoTime(seconds && seconds * 1000);
}
