import { randomBytes } from 'node:crypto';
import type { AuthTokenRow } from '../entities/auth-token.ts';
import type { Store } from './store.ts';

/** Active tokens of one user; the oldest makes room. Source: limits of the reference. */
const TOKENS_PER_USER = 100;

export function latestToken(store: Store, uid: string): AuthTokenRow | undefined {
  return store.get<AuthTokenRow>(
    'SELECT * FROM auth_tokens WHERE uid = ? ORDER BY rowid DESC LIMIT 1',
    uid,
  );
}

export function createToken(store: Store, uid: string): AuthTokenRow {
  const now = store.seconds();
  const row = store.get<AuthTokenRow>(
    'INSERT INTO auth_tokens (auth_token, uid, created_at) VALUES (?, ?, ?) RETURNING *',
    `${uid}_${now}${randomBytes(16).toString('hex')}`,
    uid,
    now,
  )!;
  store.run(
    `DELETE FROM auth_tokens WHERE rowid IN
       (SELECT rowid FROM auth_tokens WHERE uid = ? ORDER BY rowid DESC LIMIT -1 OFFSET ${TOKENS_PER_USER})`,
    uid,
  );
  return row;
}
