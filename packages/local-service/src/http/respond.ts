import type { IncomingHttpHeaders } from 'node:http';
import type { OperationName } from '@chatferry/contract';
import type { App } from '../app.ts';
import type { FaultRule } from '../faults/fault-rule.ts';
import { cappedQuery, listReading, spoiledList } from '../faults/list-faults.ts';
import { handlers } from '../handlers/handlers.ts';
import type { Keys } from '../keys.ts';
import { TooManyRequests } from '../quotas/quotas.ts';
import type { Admission } from '../quotas/sliding-window.ts';
import { ServiceProblem } from '../service-problem.ts';
import type { Store } from '../storage/store.ts';
import { ReadyAnswer } from './answer.ts';
import type { Call, Handler } from './call.ts';
import { actorOf, authenticate } from './authenticate.ts';
import { parseBody } from './json-body.ts';
import { fitting, queryOf } from './parameters.ts';
import { jsonReply, type Reply } from './reply.ts';
import type { Route } from './routes.ts';

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

/** Operations whose handler checks the body, because it has more specific codes than the `ERR_BAD_REQUEST` of the schema. */
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
  let admission: Admission | undefined;
  try {
    const apiKey = authenticate(operation, request.headers, ports.app, ports.keys);
    admission = ports.app.quotas.spend(name, operation);
    const actor = actorOf(operation, request.headers, ports.store);
    const query = queryOf(operation.query, request.query) as Record<string, unknown>;
    const call = {
      path: lowerCased(request.path),
      query: cappedQuery(request.rules, operation, query),
      body: bodyOf(route, request.text),
      actor,
      apiKey,
      lists: listReading(request.rules, ports.app.firstPage),
      ...ports,
    } as unknown as Call<OperationName>;
    const answer = ports.store.transaction(() => handler(call));
    return answer instanceof ReadyAnswer
      ? jsonReply(answer.status, answer.json, rateHeaders(admission))
      : jsonReply(
          200,
          JSON.stringify(spoiledList(request.rules, query, answer)),
          rateHeaders(admission),
        );
  } catch (error) {
    return problemReply(error, admission);
  }
}

/** The answer for an error, in the form of the service; an unexpected error differs from a refusal only in its status. */
export function problemReply(error: unknown, admission?: Admission): Reply {
  const problem =
    error instanceof ServiceProblem
      ? error
      : new ServiceProblem('ERR_EXCEPTION', error instanceof Error ? error.message : String(error));
  const headers =
    problem instanceof TooManyRequests
      ? { 'retry-after': String(problem.retryAfterSeconds), ...rateHeaders(problem.admission) }
      : rateHeaders(admission);
  return jsonReply(problem.status, JSON.stringify({ error: problem }), headers);
}

function rateHeaders(admission: Admission | undefined): Record<string, string> {
  if (admission === undefined) return {};
  return {
    'x-rate-limit': String(admission.limit),
    'x-rate-limit-remaining': String(admission.remaining),
    'x-rate-limit-reset': String(Math.ceil(admission.freeAtMs / 1000)),
  };
}

/** Ids in paths are lower-cased; message ids, tokens and keys have no capitals, a reaction may. */
function lowerCased(path: Readonly<Record<string, string>>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(path).map(([name, value]) => [
      name,
      name === 'uid' || name === 'guid' || name === 'role' ? value.toLowerCase() : value,
    ]),
  );
}

function bodyOf({ name, operation }: Route, text: string | undefined): unknown {
  const body = text === undefined || text === '' ? undefined : parseBody(text);
  if (operation.body === undefined || judgedByHandler.has(name)) return body;
  return fitting(operation.body, body ?? {});
}
