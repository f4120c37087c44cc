import { randomBytes } from 'node:crypto';
import type { AuthTokenRow } from '../entities/auth-token.ts';
import type { Store } from './store.ts';

/** The device or app that a token belongs to. */
export interface TokenTies {
  readonly platform?: string | undefined;
  readonly deviceId?: string | undefined;
}

/** The user's last token with exactly these ties. */
export function latestToken(
  store: Store,
  uid: string,
  { platform, deviceId }: TokenTies = {},
): AuthTokenRow | undefined {
  return store.get<AuthTokenRow>(
    `SELECT * FROM auth_tokens WHERE uid = ? AND platform IS ? AND device_id IS ?
     ORDER BY rowid DESC LIMIT 1`,
    uid,
    platform ?? null,
    deviceId ?? null,
  );
}

export function createToken(
  store: Store,
  uid: string,
  { platform, deviceId }: TokenTies = {},
): AuthTokenRow {
  const now = store.seconds();
  return store.get<AuthTokenRow>(
    `INSERT INTO auth_tokens (auth_token, uid, platform, device_id, created_at)
     VALUES (?, ?, ?, ?, ?) RETURNING *`,
    `${uid}_${now}${randomBytes(15).toString('hex')}`,
    uid,
    platform ?? null,
    deviceId ?? null,
    now,
  )!;
}
