import { isObject, isServiceFileHost } from '@chatferry/contract';
import type { Web, WebAnswer } from '../network/web.ts';
import { NotCopied } from '../terms/cause.ts';

const MOST_BYTES = 64 * 1024;

/**
 * Apps of the service can have files that open only with a token. For the key of the app, the address of such a file answers with an
 * address that contains a token. The second address is then requested without the key.
 *
 * @param answer to the address of the file @param headers of the request for it
 * @returns the answer with the file @throws {NotCopied} for an answer of another form; the error of the network
 */
export async function followFileToken(
  web: Web,
  answer: WebAnswer,
  headers: Readonly<Record<string, string>>,
  signal: AbortSignal | undefined,
): Promise<WebAnswer> {
  const { url, hadKey, status, body } = answer;
  if (!hadKey || status !== 200 || !isServiceFileHost(url.hostname)) return answer;
  const pieces: Uint8Array[] = [];
  let bytes = 0;
  for await (const piece of body) {
    bytes += (piece as Uint8Array).length;
    if (bytes > MOST_BYTES) throw withoutAddress();
    pieces.push(piece as Uint8Array);
  }
  const address = URL.parse(addressIn(Buffer.concat(pieces).toString()) ?? '');
  if (address?.protocol !== 'https:' || address.host !== url.host) throw withoutAddress();
  return await web.ask('GET', address.href, headers, signal, 'without-key');
}

function addressIn(json: string): string | undefined {
  try {
    const { data } = JSON.parse(json) as { data?: unknown };
    return isObject(data) && typeof data['url'] === 'string' ? data['url'] : undefined;
  } catch {
    return undefined;
  }
}

function withoutAddress(): NotCopied {
  return new NotCopied('needs-key', 'its host answers to the key without an address of the file');
}
