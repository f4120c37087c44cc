import { randomBytes } from 'node:crypto';
import { parsed, present } from '../entities/present.ts';
import type { Handlers } from '../http/call.ts';
import { activeUser } from '../storage/users.ts';

interface TokenRow {
  readonly auth_token: string;
  readonly uid: string;
  readonly platform: string | null;
  readonly user_agent: string | null;
  readonly app_info: string | null;
  readonly created_at: number;
}

/** Active tokens of one user; the oldest makes room. Source: limits of the reference. */
const TOKENS_PER_USER = 100;

export const authTokenHandlers = {
  'users.authTokens.create': ({ path, body, store }) => {
    const { uid } = activeUser(store, path.uid);
    const latest = store.get<TokenRow>(
      'SELECT * FROM auth_tokens WHERE uid = ? ORDER BY rowid DESC LIMIT 1',
      uid,
    );
    if (latest !== undefined && body.force !== true) return { data: tokenEntity(latest) };
    const now = store.seconds();
    const row = store.get<TokenRow>(
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
    return { data: tokenEntity(row) };
  },
} satisfies Handlers;

function tokenEntity(row: TokenRow): Record<string, unknown> {
  return present({
    uid: row.uid,
    authToken: row.auth_token,
    platform: row.platform,
    userAgent: row.user_agent,
    appInfo: parsed(row.app_info),
    createdAt: row.created_at,
  });
}
