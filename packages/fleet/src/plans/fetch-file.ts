import { createReadStream } from 'node:fs';
import { constants, type FileHandle, open } from 'node:fs/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import { isAllowed, type PlanLocation } from './plan-location.ts';

/** Pauses after connections that ended without any bytes. After the last pause, the fetch is given up. */
const PAUSES_MS = [100, 500, 2000];
/** A server that sends nothing for this long is given up. */
const SILENT_MS = 30_000;
const MOST_REDIRECTS = 5;

/** The server has answered without the file. Another attempt soon does not help. */
class FetchRefused extends Error {
  override readonly name = 'FetchRefused';
}

/**
 * Copies a file, or the content of an address, as a stream into a file that only its owner can read. The bytes of an interrupted transfer
 * are kept if the server sends the rest; otherwise the transfer starts over. The caller checks the content.
 *
 * @param mostBytes a larger file is refused
 * @throws {FetchRefused} and errors of the system or of the network
 */
export async function fetchFile(
  from: PlanLocation,
  to: string,
  mostBytes: number,
  signal: AbortSignal | undefined,
): Promise<void> {
  const { O_APPEND, O_CREAT, O_NOFOLLOW, O_WRONLY } = constants;
  await using file = await open(to, O_WRONLY | O_APPEND | O_CREAT | O_NOFOLLOW, 0o600);
  if ('file' in from) {
    await file.truncate();
    await copy(createReadStream(from.file, { signal }), file, 0, mostBytes);
    return;
  }
  for (let failures = 0; ;) {
    const { size: before } = await file.stat();
    try {
      await transfer(from.url, file, before, mostBytes, signal);
      return;
    } catch (error) {
      if (error instanceof FetchRefused || signal?.aborted === true) throw error;
      const { size } = await file.stat();
      if (size > before) failures = 0;
      const pauseMs = PAUSES_MS[failures++];
      if (pauseMs === undefined) throw error;
      await sleep(pauseMs, undefined, { signal });
    }
  }
}

/** Fetches the missing bytes from an offset on, or the whole file. */
async function transfer(
  url: URL,
  file: FileHandle,
  offset: number,
  mostBytes: number,
  signal: AbortSignal | undefined,
): Promise<void> {
  const silence = new AbortController();
  const timer = setTimeout(() => silence.abort(new Error('The server sends nothing.')), SILENT_MS);
  try {
    const signals = signal === undefined ? [silence.signal] : [silence.signal, signal];
    const answer = await answerFrom(url, offset, AbortSignal.any(signals));
    // The answer has another part of the file than requested, or a part past its end.
    const isRest = answer.headers.get('content-range')?.startsWith(`bytes ${offset}-`) === true;
    if (answer.status === 416 || (answer.status === 206 && !isRest)) {
      await answer.body?.cancel();
      await file.truncate();
      throw new Error('The server does not send the rest of the file.');
    }
    const start = answer.status === 206 ? offset : 0;
    if (start === 0) await file.truncate();
    await copy(answer.body ?? [], file, start, mostBytes, () => timer.refresh());
  } finally {
    clearTimeout(timer);
  }
}

async function answerFrom(from: URL, offset: number, signal: AbortSignal): Promise<Response> {
  const headers = {
    'accept-encoding': 'identity',
    ...(offset > 0 ? { range: `bytes=${offset}-` } : {}),
  };
  let url = from;
  for (let redirects = 0; redirects <= MOST_REDIRECTS; redirects++) {
    const answer = await fetch(url, { headers, signal, redirect: 'manual' });
    if (answer.ok || answer.status === 416) return answer;
    await answer.body?.cancel();
    // Another attempt may help.
    if (answer.status >= 500 || answer.status === 429) throw new Error(`HTTP ${answer.status}`);
    const next = URL.parse(answer.headers.get('location') ?? '', url.href);
    if (answer.status < 300 || answer.status >= 400 || next === null)
      throw new FetchRefused(`the server answers with HTTP ${answer.status}`);
    if (!isAllowed(next) || (url.protocol === 'https:' && next.protocol !== 'https:'))
      throw new FetchRefused('the server redirects to an address without TLS');
    url = next;
  }
  throw new FetchRefused('the server redirects again and again');
}

async function copy(
  source: AsyncIterable<Uint8Array> | Iterable<Uint8Array>,
  file: FileHandle,
  start: number,
  mostBytes: number,
  onChunk = (): void => {},
): Promise<void> {
  let position = start;
  for await (const chunk of source) {
    onChunk();
    if (position + chunk.length > mostBytes)
      throw new FetchRefused(`it has more than ${mostBytes} bytes`);
    await file.appendFile(chunk);
    position += chunk.length;
  }
}
