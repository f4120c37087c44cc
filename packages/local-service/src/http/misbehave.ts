import type { FastifyReply } from 'fastify';
import type { FaultRule } from '../faults/fault-rule.ts';
import { pageReply, rateLimitReply, statusReply } from '../faults/faulty-replies.ts';
import { isSpoiling, spoil } from '../faults/spoil.ts';
import type { Reply } from './reply.ts';

/** What goes out in the place of an answer. `undefined` as a status: nothing that could be called one. */
type Ending = (reply: FastifyReply) => number | undefined;

/** The ending of a request that the service never gets to see; `undefined` when no rule keeps it away. */
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

/** The ending of a request that has been handled, with `answer` as what would be right. */
export function endingAfter(rules: readonly FaultRule[], answer: Reply): Ending {
  for (const rule of rules) {
    if (rule.fault === 'status-after') return sending(statusReply(rule));
    if (rule.fault === 'reset-after') return reset;
    if (rule.fault === 'silence') return silence;
    if (rule.fault === 'cut-off') return cutOff(answer);
    if (rule.fault === 'empty-200') return sending({ ...answer, status: 200, body: '' });
  }
  return sending(answer);
}

/** The answer with what the rules change in its records. */
export function spoiled(rules: readonly FaultRule[], answer: Reply): Reply {
  if (answer.status !== 200) return answer;
  return rules
    .filter(isSpoiling)
    .reduce((reply, rule) => ({ ...reply, body: spoil(reply.body, rule) }), answer);
}

export function sending({ status, headers, body }: Reply): Ending {
  return (reply) => {
    void reply.code(status).headers(headers).send(body);
    return status;
  };
}

function reset(reply: FastifyReply): undefined {
  reply.hijack();
  reply.raw.socket?.resetAndDestroy();
}

function silence(reply: FastifyReply): undefined {
  reply.hijack();
}

/** Announces the whole body, sends half of it and closes the connection. */
function cutOff({ status, headers, body }: Reply): Ending {
  return (reply) => {
    reply.hijack();
    const bytes = Buffer.from(body);
    reply.raw.writeHead(status, { ...headers, 'content-length': bytes.length });
    reply.raw.write(bytes.subarray(0, Math.floor(bytes.length / 2)), () => reply.raw.destroy());
    return status;
  };
}
