import { createBrotliDecompress, createGunzip, createInflate } from 'node:zlib';
import { pipeline } from 'node:stream';
import { retryAfterMs } from '@chatferry/client';
import type { PendingFile } from '../folder/media-ledger.ts';
import type { Web, WebAnswer } from '../network/web.ts';
import { NotCopied } from '../terms/cause.ts';
import { isUnexpectedPage, meaningOf } from './answer-cause.ts';
import { followFileToken } from './file-token.ts';
import type { Meter } from './meter.ts';
import type { PartialFile } from './partial-file.ts';

/** A request that may succeed later. */
export class Trouble extends Error {
  override readonly name = 'Trouble';
  /** How long the host asks to wait. */
  readonly waitMs: number | undefined;

  constructor(detail: string, waitMs?: number, cause?: unknown) {
    super(detail, { cause });
    this.waitMs = waitMs;
  }
}

export interface Fetching {
  readonly web: Web;
  readonly meter: Meter;
  readonly mostFileBytes: number;
  /** Milliseconds since 1970. */
  readonly now: () => number;
  readonly signal: AbortSignal | undefined;
  /**
   * Called before the first byte of a file is written.
   *
   * @param validator identifies the bytes in a request for the rest
   * @param size of the file, if its host states it
   */
  readonly began: (validator: string | null, size: number | undefined) => void;
}

/**
 * Requests a file, or the rest of a file, once, and writes the bytes that arrive.
 *
 * @param validator of the bytes in the partial file
 * @returns the MIME type of the answer
 * @throws {NotCopied} when another request cannot help @throws {Trouble} when it may help
 * @throws {BudgetUsed}; the error of the disk; the signal's reason
 */
export async function fetchFile(
  file: PendingFile,
  validator: string | null,
  partial: PartialFile,
  { web, meter, mostFileBytes, now, signal, began }: Fetching,
): Promise<string | undefined> {
  const canResume = partial.bytes > 0 && validator !== null;
  if (!canResume) partial.clear();
  const range: Record<string, string> = canResume
    ? { range: `bytes=${partial.bytes}-`, 'if-range': validator }
    : {};
  const answer = await ask(web, file.origin, range, signal);
  try {
    if (answer.status === 416 && canResume) {
      partial.clear();
      throw new Trouble('its host has no such range');
    }
    if (answer.status >= 300) await answer.body.dump({ limit: 16 * 1024 }).catch(() => {});
    refuseLost(file, answer, now());
    const expected = remaining(answer, partial.bytes);
    if (!expected.isRest) partial.clear();
    if (expected.total !== undefined) {
      if (expected.total > mostFileBytes) throw tooLarge();
      meter.checkFits(expected.total - partial.bytes);
    }
    if (!expected.isRest) began(validatorOf(answer), expected.total);
    await write(file, answer, partial, { meter, mostFileBytes, signal });
    if (expected.total !== undefined && partial.bytes !== expected.total) {
      if (partial.bytes > expected.total) partial.clear();
      throw new Trouble('the file ended early');
    }
    return answer.headers['content-type'];
  } finally {
    answer.body.destroy();
  }
}

async function ask(
  web: Web,
  address: string,
  range: Readonly<Record<string, string>>,
  signal: AbortSignal | undefined,
): Promise<WebAnswer> {
  try {
    const answer = await web.ask('GET', address, range, signal);
    return await followFileToken(web, answer, range, signal);
  } catch (error) {
    if (error instanceof NotCopied || signal?.aborted === true) throw error;
    throw new Trouble(`no answer (${codeOf(error)})`, undefined, error);
  }
}

function refuseLost(file: PendingFile, answer: WebAnswer, nowMs: number): void {
  const { status, headers, hadKey } = answer;
  const atHost = Date.parse(headers['date'] ?? '');
  const meaning = meaningOf({
    status,
    isSigned: file.scheme !== null,
    expiresAt: file.expiresAt ?? undefined,
    now: (Number.isNaN(atHost) ? nowMs : atHost) / 1000,
    hadKey,
  });
  if (meaning.is === 'lost') throw new NotCopied(meaning.cause, meaning.detail);
  if (meaning.is === 'trouble')
    throw new Trouble(`its host answers ${status}`, retryAfterMs(headers, undefined, nowMs));
}

/** The size of the whole file, and whether the answer continues the partial file. */
function remaining(
  { status, headers }: WebAnswer,
  have: number,
): { readonly isRest: boolean; readonly total: number | undefined } {
  const length = isEncoded(headers) ? undefined : wholeNumber(headers['content-length']);
  if (status !== 206) return { isRest: false, total: length };
  const [, start, size] = /^bytes (\d+)-\d+\/(\d+|\*)$/.exec(headers['content-range'] ?? '') ?? [];
  if (Number(start) !== have) throw new Trouble('its host sent another range');
  return {
    isRest: true,
    total: wholeNumber(size) ?? (length === undefined ? undefined : have + length),
  };
}

async function write(
  file: PendingFile,
  answer: WebAnswer,
  partial: PartialFile,
  { meter, mostFileBytes, signal }: Pick<Fetching, 'meter' | 'mostFileBytes' | 'signal'>,
): Promise<void> {
  const type = answer.headers['content-type'] ?? '';
  const pieces = decoded(answer)[Symbol.asyncIterator]();
  for (;;) {
    const { done, value } = await pieces.next().catch((error: unknown) => {
      if (signal?.aborted === true) throw error;
      throw new Trouble(`the connection broke (${codeOf(error)})`, undefined, error);
    });
    if (done === true) return;
    if (partial.bytes === 0 && isUnexpectedPage(type, value, file))
      throw new NotCopied('login-page', 'its host answers with a page instead of the file');
    if (partial.bytes + value.length > mostFileBytes) throw tooLarge();
    await meter.take(value.length, signal);
    partial.append(value);
  }
}

function tooLarge(): NotCopied {
  return new NotCopied('too-large', 'it is larger than a file may be');
}

/** The validator for a request for the rest: only a validator that identifies exactly these bytes. */
function validatorOf({ headers }: WebAnswer): string | null {
  const { etag } = headers;
  if (isEncoded(headers)) return null;
  if (etag !== undefined) return etag.startsWith('W/') ? null : etag;
  return headers['last-modified'] ?? null;
}

function isEncoded(headers: WebAnswer['headers']): boolean {
  return /\b(?:gzip|x-gzip|deflate|br)\b/i.test(headers['content-encoding'] ?? '');
}

/** Decodes the body: some hosts compress although the client asks for no encoding. */
function decoded({ headers, body }: WebAnswer): AsyncIterable<Uint8Array> {
  if (!isEncoded(headers)) return body;
  const encoding = headers['content-encoding']!.toLowerCase();
  const decode = encoding.includes('br')
    ? createBrotliDecompress()
    : encoding.includes('gzip')
      ? createGunzip()
      : createInflate();
  return pipeline(body, decode, () => {});
}

function wholeNumber(text: string | undefined): number | undefined {
  return text !== undefined && /^\d+$/.test(text) ? Number(text) : undefined;
}

/** The code of an error. Its message may contain the address. */
function codeOf(error: unknown): string {
  const { code, name, cause } = error as { code?: unknown; name?: string; cause?: unknown };
  if (typeof code === 'string') return code;
  return cause instanceof Error ? codeOf(cause) : (name ?? 'unknown');
}
