import { request } from 'node:http';
import type { LocalService } from '../../src/index.ts';

/** The end of one request over a plain connection. */
export interface Exchange {
  /** `answered`: whole; `cut off`: less than announced; `reset`: no answer; `silence`: none until `timeoutMs`. */
  readonly ending: 'answered' | 'cut off' | 'reset' | 'silence';
  readonly status: number | undefined;
  readonly headers: Readonly<Record<string, unknown>>;
  readonly text: string;
}

/** Sends users to the import as bytes over a socket, without repeats or corrections. */
export function exchange(
  service: LocalService,
  users: object,
  { timeoutMs = 25_000 }: { timeoutMs?: number } = {},
): Promise<Exchange> {
  return new Promise((resolve) => {
    let status: number | undefined;
    let headers = {};
    let text = '';
    const end = (ending: Exchange['ending']) => resolve({ ending, status, headers, text });
    const sent = request(`${service.baseUrl}/data_import/users`, {
      method: 'POST',
      agent: false,
      timeout: timeoutMs,
      headers: { apikey: service.apiKey, 'content-type': 'application/json' },
    });
    sent.on('response', (answer) => {
      status = answer.statusCode;
      headers = answer.headers;
      answer.setEncoding('utf8');
      answer.on('data', (chunk: string) => (text += chunk));
      answer.on('end', () => end('answered'));
      answer.on('error', () => end('cut off'));
    });
    sent.on('timeout', () => {
      end('silence');
      sent.destroy();
    });
    sent.on('error', () => end('reset'));
    sent.end(JSON.stringify({ users }));
  });
}
