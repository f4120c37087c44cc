import type { IncomingHttpHeaders } from 'node:http';
import type { OperationName } from '@chatferry/contract';
import type { App } from '../calls/app.ts';
import type { FaultRule } from '../faults/fault-rule.ts';
import { cappedQuery, listReading, spoiledList } from '../faults/list-faults.ts';
import { ruleOf } from '../faults/rule-of.ts';
import { handlers } from '../handlers/handlers.ts';
import type { Keys } from '../calls/keys.ts';
import { type Spent, TooManyRequests } from '../quotas/quotas.ts';
import { ServiceProblem } from '../terms/service-problem.ts';
import type { Store } from '../storage/store.ts';
import { ReadyAnswer } from '../terms/answer.ts';
import type { Call, Handler } from '../calls/call.ts';
import { actorOf, authenticate } from '../calls/authenticate.ts';
import { parseBody } from '../http/json-body.ts';
import { withSignedMedia } from '../http/signed-media.ts';
import { fitting, queryOf } from '../http/parameters.ts';
import { jsonReply, type Reply } from '../terms/reply.ts';
import type { Route } from '../http/routes.ts';

/** The parts of a request that an answer depends on. */
export interface ReceivedRequest {
  readonly headers: IncomingHttpHeaders;
  /** The values of the path parameters. */
  readonly path: Readonly<Record<string, string>>;
  readonly query: unknown;
  /** The body as sent; absent when there was none. */
  readonly text: string | undefined;
  /** The fault rules that apply to the request. */
  readonly rules: readonly FaultRule[];
}

/** The inputs of every answer. */
export interface Ports {
  readonly store: Store;
  readonly app: App;
  readonly keys: Keys;
}

/** Operations whose handler checks the body, because they have more specific codes than the `ERR_BAD_REQUEST` of the schema. */
const judgedByHandler: ReadonlySet<string> = new Set<OperationName>([
  'dataImport.users',
  'dataImport.groups',
  'dataImport.members',
  'dataImport.messages',
  'messages.send',
  'messages.thread.send',
  'bots.messages.send',
]);

/** Answers a request of this operation. It never throws: errors become answers. */
export function respond(route: Route, request: ReceivedRequest, ports: Ports): Reply {
  const { name, operation } = route;
  const handler = handlers[name] as Handler<OperationName>;
  const { app } = ports;
  const quotas = app.quotas[ruleOf(request.rules, 'quota-window')?.window ?? app.quotaWindow];
  let spent: Spent | undefined;
  try {
    const apiKey = authenticate(operation, request.headers, app, ports.keys);
    spent = quotas.spend(name, operation);
    const actor = actorOf(operation, request.headers, ports.store);
    const query = queryOf(operation.query, request.query) as Record<string, unknown>;
    const call = {
      path: lowerCased(request.path),
      query: cappedQuery(request.rules, operation, query),
      body: bodyOf(route, request),
      actor,
      apiKey,
      lists: listReading(request.rules, app.firstPage),
      quotas,
      ...ports,
    } as unknown as Call<OperationName>;
    const answer = ports.store.transaction(() => handler(call));
    return answer instanceof ReadyAnswer
      ? jsonReply(answer.status, answer.json, rateHeaders(spent))
      : jsonReply(
          200,
          JSON.stringify(
            withMedia(request.rules, spoiledList(request.rules, query, answer), ports),
          ),
          rateHeaders(spent),
        );
  } catch (error) {
    return problemReply(error, spent);
  }
}

function withMedia(rules: ReceivedRequest['rules'], answer: object, { store }: Ports): object {
  const rule = ruleOf(rules, 'signed-media');
  return rule === undefined ? answer : withSignedMedia(answer, store.seconds(), rule.seconds);
}

/** The answer for an error, in the form of the service; an unexpected error differs from a refusal only in its status. */
export function problemReply(error: unknown, spent?: Spent): Reply {
  const problem =
    error instanceof ServiceProblem
      ? error
      : new ServiceProblem('ERR_EXCEPTION', error instanceof Error ? error.message : String(error));
  const headers =
    problem instanceof TooManyRequests
      ? { 'retry-after': String(problem.retryAfterSeconds), ...rateHeaders(problem.spent ?? spent) }
      : rateHeaders(spent);
  return jsonReply(problem.status, JSON.stringify({ error: problem }), headers);
}

/** In the recorded spelling. No header states the end of a window. */
function rateHeaders(spent: Spent | undefined): Record<string, string> {
  if (spent === undefined) return {};
  const { operation, app } = spent;
  return {
    'x-ratelimit-limit': String(operation.limit),
    'x-ratelimit-remaining': String(operation.remaining),
    'x-ratelimit-limit-for-app': String(app.limit),
    'x-ratelimit-remaining-for-app': String(app.remaining),
  };
}

/** Lower-cases ids in paths. Message ids, tokens and keys have no capitals; a reaction may have capitals. */
function lowerCased(path: Readonly<Record<string, string>>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(path).map(([name, value]) => [
      name,
      name === 'uid' || name === 'guid' || name === 'role' ? value.toLowerCase() : value,
    ]),
  );
}

function bodyOf(
  { name, operation }: Route,
  { text, headers }: Pick<ReceivedRequest, 'text' | 'headers'>,
): unknown {
  const sent =
    text === undefined || text === '' ? undefined : parseBody(text, headers['content-type']);
  // Some clients send an empty list instead of no body.
  const body = Array.isArray(sent) && sent.length === 0 ? undefined : sent;
  if (operation.body === undefined || judgedByHandler.has(name)) return body;
  return fitting(operation.body, body ?? {});
}
