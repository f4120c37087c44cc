import type { ServerResponse } from 'node:http';
import { brotliCompressSync, deflateSync, gzipSync } from 'node:zlib';
import type { FaultRule } from '../faults/fault-rule.ts';
import { pageReply, rateLimitReply, statusReply } from '../faults/faulty-replies.ts';
import { isSpoiling, spoil } from '../faults/spoil.ts';
import type { Reply } from '../terms/reply.ts';

/** Sends the answer or its replacement. @returns the status; `undefined` when nothing is sent */
type Ending = (response: ServerResponse) => number | undefined;

/** The ending of a request that is not handled, because a rule replaces the answer; `undefined` when no rule applies. */
export function endingBefore(rules: readonly FaultRule[], nowMs: number): Ending | undefined {
  for (const rule of rules) {
    if (rule.fault === 'status-before') return sending(statusReply(rule));
    if (rule.fault === 'html') return sending(pageReply(rule.status));
    if (rule.fault === 'rate-limit') return sending(rateLimitReply(rule, nowMs));
    if (rule.fault === 'reset-before') return reset;
    if (rule.fault === 'silence' && rule.stored !== true) return silence;
  }
  return undefined;
}

/** The ending of a handled request, whose correct answer is `answer`. */
export function endingAfter(rules: readonly FaultRule[], answer: Reply): Ending {
  for (const rule of rules) {
    if (rule.fault === 'status-after') return sending(statusReply(rule));
    if (rule.fault === 'reset-after') return reset;
    if (rule.fault === 'silence') return silence;
    if (rule.fault === 'cut-off') return cutOff(answer);
    if (rule.fault === 'endless') return endless;
    if (rule.fault === 'compressed') return compressed(answer, rule.encoding);
    if (rule.fault === 'empty-200') return sending({ ...answer, status: 200, body: '' });
  }
  return sending(answer);
}

/** The answer, with the rules' changes to its records. */
export function spoiled(rules: readonly FaultRule[], answer: Reply): Reply {
  if (answer.status !== 200) return answer;
  return rules
    .filter(isSpoiling)
    .reduce((reply, rule) => ({ ...reply, body: spoil(reply.body, rule) }), answer);
}

export function sending({ status, headers, body }: Reply): Ending {
  return (response) => {
    response.statusCode = status;
    response.setHeaders(new Map(Object.entries(headers))).end(body);
    return status;
  };
}

function reset(response: ServerResponse): undefined {
  response.socket?.resetAndDestroy();
}

function silence(): undefined {}

const SPACES = Buffer.alloc(1024 * 1024, 0x20);

/** Sends spaces as long as the client reads them. */
function endless(response: ServerResponse): number {
  response.writeHead(200, { 'content-type': 'application/json; charset=utf-8' });
  pour(response);
  return 200;
}

function pour(response: ServerResponse): void {
  while (!response.destroyed) if (!response.write(SPACES)) break;
  if (!response.destroyed) response.once('drain', () => pour(response));
}

const encoders = { gzip: gzipSync, deflate: deflateSync, br: brotliCompressSync } as const;

function compressed(
  { status, headers, body }: Reply,
  encoding: keyof typeof encoders = 'gzip',
): Ending {
  return (response) => {
    response.writeHead(status, { ...headers, 'content-encoding': encoding });
    response.end(encoders[encoding](body));
    return status;
  };
}

/** Announces the whole body, sends half of it and closes the connection. */
function cutOff({ status, headers, body }: Reply): Ending {
  return (response) => {
    const bytes = Buffer.from(body);
    response.writeHead(status, { ...headers, 'content-length': bytes.length });
    response.write(bytes.subarray(0, Math.floor(bytes.length / 2)), () => response.destroy());
    return status;
  };
}
