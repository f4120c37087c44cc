import type { Handlers, Call } from '../../calls/call.ts';
import type { KeyRow } from '../../calls/keys.ts';
import { ServiceProblem } from '../../terms/service-problem.ts';
import { applied } from '../done.ts';
import { Conditions, pageOf } from '../../lists/paging.ts';

/** Source: limits of the reference. */
const KEYS_PER_APP = 25;

export const apiKeyHandlers = {
  'apiKeys.create': ({ body, keys, store }) => {
    const { count } = store.get<{ count: number }>('SELECT count(*) AS count FROM api_keys')!;
    if (count >= KEYS_PER_APP)
      throw new ServiceProblem('ERR_PLAN_QUOTA_RESTRICTION', `An app has ${KEYS_PER_APP} keys.`);
    return { data: keyEntity(keys.get(keys.create(body.scope, body.name))!) };
  },

  'apiKeys.list': ({ query, store }) => {
    const where = new Conditions().addSearch(['name', 'api_key'], query.searchKey);
    if (query.scope !== undefined) where.add('scope = ?', query.scope);
    const { rows, pagination } = pageOf<KeyRow>(
      store,
      { from: `FROM api_keys ${where.sql}`, orderBy: 'rowid', values: where.values },
      query,
    );
    return { data: rows.map(keyEntity), meta: { pagination } };
  },

  'apiKeys.get': (call) => ({ data: keyEntity(existingKey(call)) }),

  'apiKeys.update': (call) => {
    const { api_key: apiKey, name, scope } = otherKey(call);
    call.store.run(
      'UPDATE api_keys SET name = ?, scope = ? WHERE api_key = ?',
      call.body.name ?? name,
      call.body.scope ?? scope,
      apiKey,
    );
    return { data: keyEntity(existingKey(call)) };
  },

  'apiKeys.delete': (call) => {
    call.keys.delete(otherKey(call).api_key);
    return applied('The API key is deleted.');
  },
} satisfies Handlers;

type OnOneKey = Pick<Call<'apiKeys.get'>, 'path' | 'keys' | 'apiKey'>;

function existingKey({ path, keys }: OnOneKey): KeyRow {
  const row = keys.get(path.apiKey);
  if (row === undefined)
    throw new ServiceProblem('ERR_APIKEY_NOT_FOUND', 'There is no such API key.');
  return row;
}

/** A key that is not the key of the request. */
function otherKey(call: OnOneKey): KeyRow {
  const row = existingKey(call);
  if (row.api_key === call.apiKey)
    throw new ServiceProblem('ERR_APIKEY_NO_SELF_ACTION', 'A key cannot change or delete itself.');
  return row;
}

function keyEntity(row: KeyRow): Record<string, unknown> {
  return {
    apiKey: row.api_key,
    name: row.name,
    scope: row.scope,
    createdBy: row.created_by,
    createdAt: row.created_at,
  };
}
