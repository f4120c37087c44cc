import { meaningOf } from '../fetching/answer-cause.ts';
import type { MediaLedger, PendingFile } from '../folder/media-ledger.ts';
import { Web } from '../network/web.ts';
import { type Cause, NotCopied } from '../terms/cause.ts';
import type { CheckOptions, HostCheck, SampledFiles } from './media-check.ts';

const TIMEOUT_MS = 30_000;

/** Asks each host about some of its files, one after the other, without fetching a file. */
export async function sampleHosts(
  ledger: MediaLedger,
  hosts: readonly HostCheck[],
  options: CheckOptions & { readonly sample: number },
): Promise<ReadonlyMap<string, SampledFiles>> {
  const { headers = new Map(), privateHosts = [], timeoutMs = TIMEOUT_MS, lookup } = options;
  const names = new Set(privateHosts.map((host) => host.toLowerCase()));
  await using web = new Web({ headers, privateHosts: names, timeoutMs, lookup });
  const asked = hosts
    .filter(({ host }) => host !== '')
    .map(
      async ({ host, files }) => [host, await sampled(web, ledger, host, files, options)] as const,
    );
  return new Map(await Promise.all(asked));
}

async function sampled(
  web: Web,
  ledger: MediaLedger,
  host: string,
  files: number,
  { sample, signal }: CheckOptions & { readonly sample: number },
): Promise<SampledFiles> {
  const sizes: number[] = [];
  const causes: Partial<Record<Cause, number>> = {};
  let [asked, available] = [0, 0];
  const step = Math.max(1, Math.floor(files / sample));
  for (const file of ledger.spread(host, step, sample)) {
    asked++;
    try {
      const size = await sizeOf(web, file, signal);
      available++;
      if (size !== undefined) sizes.push(size);
    } catch (error) {
      signal?.throwIfAborted();
      const cause = error instanceof NotCopied ? error.why : 'unreachable';
      causes[cause] = (causes[cause] ?? 0) + 1;
    }
  }
  const mean = sizes.reduce((total, size) => total + size, 0) / sizes.length;
  const estimatedBytes = sizes.length === 0 ? undefined : Math.round(mean * files);
  return { asked, available, estimatedBytes, causes };
}

/** @returns the bytes of a file, if its host states them @throws {NotCopied} or the error of the network */
async function sizeOf(
  web: Web,
  file: PendingFile,
  signal: AbortSignal | undefined,
): Promise<number | undefined> {
  // A signature for GET is not valid for HEAD.
  const isSigned = file.scheme !== null;
  const range: Record<string, string> = isSigned ? { range: 'bytes=0-0' } : {};
  const answer = await web.ask(isSigned ? 'GET' : 'HEAD', file.origin, range, signal);
  answer.body.destroy();
  const { status, headers, hadKey } = answer;
  const type = headers['content-type'] ?? '';
  const meaning = meaningOf({
    status,
    isSigned,
    expiresAt: file.expiresAt ?? undefined,
    now: (Date.parse(headers['date'] ?? '') || Date.now()) / 1000,
    hadKey,
  });
  if (meaning.is === 'lost') throw new NotCopied(meaning.cause, meaning.detail);
  if (meaning.is === 'trouble') throw new NotCopied('unreachable', `its host answers ${status}`);
  if (/^text\/html\b/i.test(type) && !/html/i.test(file.mimeType ?? ''))
    throw new NotCopied('login-page', 'its host answers with a page instead of the file');
  const total = headers['content-range']?.split('/')[1] ?? headers['content-length'];
  return total !== undefined && /^\d+$/.test(total) ? Number(total) : undefined;
}
