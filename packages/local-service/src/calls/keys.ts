import { randomBytes } from 'node:crypto';
import type { Scope } from '@chatferry/contract';
import type { GivenKey } from '../options/options.ts';
import type { Store } from '../storage/store.ts';
import { SYSTEM_USER } from '../storage/users.ts';
import { readSetting, writeSetting } from '../storage/settings.ts';

export interface KeyRow {
  readonly api_key: string;
  readonly name: string;
  readonly scope: Scope;
  readonly created_by: string;
  readonly created_at: number;
}

const NAMES: Readonly<Record<Scope, string>> = {
  fullAccess: 'Rest API Key',
  authOnly: 'Auth Key',
};

/** The API keys of the app and the key and secret of the management API, from the database. */
export class Keys {
  readonly #store: Store;
  readonly management: { readonly key: string; readonly secret: string };

  /** Adds the given keys to the existing ones, and creates a key for each scope without one. */
  constructor(
    store: Store,
    given: readonly GivenKey[] = [],
    management?: { readonly key: string; readonly secret: string },
  ) {
    this.#store = store;
    for (const { apiKey, scope, name } of given) this.add(apiKey, scope, name);
    for (const scope of ['fullAccess', 'authOnly'] as const)
      if (this.find(scope) === undefined) this.create(scope);
    this.management = keepManagement(store, management);
  }

  scopeOf(apiKey: string): Scope | undefined {
    return this.get(apiKey)?.scope;
  }

  get(apiKey: string): KeyRow | undefined {
    return this.#store.get<KeyRow>('SELECT * FROM api_keys WHERE api_key = ?', apiKey);
  }

  /** The first key of this scope. */
  find(scope: Scope): string | undefined {
    return this.#store.get<KeyRow>(
      'SELECT * FROM api_keys WHERE scope = ? ORDER BY rowid LIMIT 1',
      scope,
    )?.api_key;
  }

  /** A new key: 40 hexadecimal digits, like the service's keys. */
  create(scope: Scope, name?: string): string {
    const apiKey = randomBytes(20).toString('hex');
    this.add(apiKey, scope, name);
    return apiKey;
  }

  /** Replaces this key by a new one with its name and scope. @throws {Error} for an unknown key */
  rotate(apiKey: string): string {
    const old = this.get(apiKey);
    if (old === undefined) throw new Error('There is no such API key to rotate.');
    this.delete(apiKey);
    return this.create(old.scope, old.name);
  }

  /** @returns whether there was such a key */
  delete(apiKey: string): boolean {
    return this.#store.run('DELETE FROM api_keys WHERE api_key = ?', apiKey).changes > 0;
  }

  /** Adds a key with this value; an existing key gets this scope. */
  add(apiKey: string, scope: Scope, name = NAMES[scope]): void {
    this.#store.run(
      `INSERT INTO api_keys (api_key, name, scope, created_by, created_at) VALUES (?, ?, ?, ?, ?)
       ON CONFLICT (api_key) DO UPDATE SET scope = excluded.scope`,
      apiKey,
      name,
      scope,
      SYSTEM_USER,
      this.#store.seconds(),
    );
  }
}

function keepManagement(
  store: Store,
  given: { readonly key: string; readonly secret: string } | undefined,
): { readonly key: string; readonly secret: string } {
  const key = given?.key ?? readSetting(store, 'management-key') ?? randomBytes(20).toString('hex');
  const secret =
    given?.secret ?? readSetting(store, 'management-secret') ?? randomBytes(20).toString('hex');
  writeSetting(store, 'management-key', key);
  writeSetting(store, 'management-secret', secret);
  return { key, secret };
}
