import { randomBytes } from 'node:crypto';
import type { App } from '../../calls/app.ts';
import type { Handlers } from '../../calls/call.ts';
import type { KeyRow } from '../../calls/keys.ts';
import type { Store } from '../../storage/store.ts';
import { type AppRow, existingApp } from '../../storage/apps.ts';
import { applied } from '../done.ts';
import { Conditions, pageOf } from '../../lists/paging.ts';
import { SYSTEM_USER } from '../../storage/users.ts';

const PER_PAGE = 25;
const DELETED_AFTER_SECONDS = 30 * 24 * 60 * 60;

/** Several apps can be listed. Only the service's own app is served. */
export const managementAppHandlers = {
  'management.apps.create': ({ body, app, store }) => {
    const row = store.get<AppRow>(
      `INSERT INTO apps (id, name, region, version, api_keys, created_at) VALUES (?, ?, ?, ?, ?, ?) RETURNING *`,
      randomBytes(8).toString('hex'),
      body.name,
      body.region,
      body.version ?? '3',
      JSON.stringify(newKeys()),
      store.seconds(),
    )!;
    return { data: appEntity(row, store, app) };
  },

  'management.apps.list': ({ query, app, store }) => {
    const where = new Conditions().addSearch(['id', 'name'], query.searchKey);
    const { rows, pagination } = pageOf<AppRow>(
      store,
      { from: `FROM apps ${where.sql}`, orderBy: 'rowid', values: where.values },
      { perPage: PER_PAGE, ...query },
    );
    return { data: rows.map((row) => appEntity(row, store, app)), meta: { pagination } };
  },

  'management.apps.delete': ({ path, store }) => {
    const { id } = existingApp(store, path.appId);
    const scheduledToDeleteAt = store.seconds() + DELETED_AFTER_SECONDS;
    store.run('UPDATE apps SET scheduled_to_delete_at = ? WHERE id = ?', scheduledToDeleteAt, id);
    return { data: { success: true, scheduledToDeleteAt } };
  },

  'management.apps.requestUsage': ({ path, store }) => {
    const { id } = existingApp(store, path.appId);
    return applied(`The usage report of ${id} would be sent by e-mail.`);
  },
} satisfies Handlers;

interface AppKey {
  readonly apiKey: string;
  readonly name: string;
  readonly scope: string;
  readonly createdBy: string;
}

/** New keys in the form of the service's list. */
function newKeys(): Record<string, AppKey> {
  const keys = [
    { name: 'Rest API Key', scope: 'fullAccess' },
    { name: 'Auth Key', scope: 'authOnly' },
  ].map((key) => ({ apiKey: randomBytes(20).toString('hex'), ...key, createdBy: SYSTEM_USER }));
  return Object.fromEntries(keys.map((key) => [key.apiKey, key]));
}

function servedKeys(store: Store): Record<string, AppKey> {
  const rows = store.all<KeyRow>('SELECT * FROM api_keys ORDER BY rowid');
  return Object.fromEntries(
    rows.map(({ api_key: apiKey, name, scope, created_by: createdBy }) => [
      apiKey,
      { apiKey, name, scope, createdBy },
    ]),
  );
}

const REGION_NAMES: Readonly<Record<string, string>> = { us: 'USA', eu: 'Europe', in: 'India' };

function appEntity(row: AppRow, store: Store, served: App): Record<string, unknown> {
  const apiKeys = row.id === served.id ? servedKeys(store) : (JSON.parse(row.api_keys) as object);
  return {
    id: row.id,
    name: row.name,
    plan: 'trial',
    state: row.scheduled_to_delete_at === null ? 'active' : 'deleted',
    region: row.region,
    version: row.version,
    createdAt: row.created_at,
    appRegion: { id: row.region, name: REGION_NAMES[row.region] },
    apiKeys,
  };
}
