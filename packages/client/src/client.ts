import { operations } from '@chatferry/contract';
import type { Caller } from './calling/caller.ts';
import type { ClientOptions } from './terms/client-options.ts';
import { grouped } from './grouped.ts';
import type { Grouped } from './operations-by-name.ts';
import type { ListName } from './calling/request.ts';
import { TableCaller } from './calling/table-caller.ts';

/** `client.users.list()`, `client.groups.members.list({ path: { guid } })`: every operation of the table, and `call`. */
export interface Client extends Caller, Grouped {}

/**
 * Creates a client of one app. The client makes no connection until it is used.
 * @throws TypeError for an invalid app id or region, and for an address that is not https, except addresses of this machine
 *
 * @example
 * ```ts
 * await using client = createClient({
 *   appId: 'my-app',
 *   region: 'eu',
 *   apiKey: process.env['CHATFERRY_API_KEY'] ?? '',
 * });
 * for await (const { uid } of client.users.list()) console.log(uid);
 * ```
 */
export function createClient(options: ClientOptions): Client {
  const caller = new TableCaller(options);
  const groups = grouped((name) =>
    'paging' in operations[name]
      ? (request) => caller.list(name as ListName, request)
      : (request) => caller.call(name, request),
  );
  return Object.assign(caller, groups) as unknown as Client;
}
