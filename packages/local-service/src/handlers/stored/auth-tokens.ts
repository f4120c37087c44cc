import { type AuthTokenRow, authTokenEntity } from '../../entities/auth-token.ts';
import type { Handlers } from '../../calls/call.ts';
import { ServiceProblem } from '../../terms/service-problem.ts';
import { createToken, latestToken } from '../../storage/auth-tokens.ts';
import { applied } from '../done.ts';
import type { Store } from '../../storage/store.ts';
import { activeUser } from '../../storage/users.ts';
import { pageOf } from '../../lists/paging.ts';

export const authTokenHandlers = {
  'users.authTokens.create': ({ path, body, store }) => {
    const { uid } = activeUser(store, path.uid);
    const reused = body.force === true ? undefined : latestToken(store, uid, body);
    return { data: authTokenEntity(reused ?? createToken(store, uid, body)) };
  },

  'users.authTokens.list': ({ path, query, store }) => {
    const { uid } = activeUser(store, path.uid);
    const { rows, pagination } = pageOf<AuthTokenRow>(
      store,
      { from: 'FROM auth_tokens WHERE uid = ?', orderBy: 'rowid DESC', values: [uid] },
      query,
    );
    return { data: rows.map(authTokenEntity), meta: { pagination } };
  },

  'users.authTokens.get': ({ path, store }) => ({
    data: authTokenEntity(existingToken(store, path)),
  }),

  'users.authTokens.update': ({ path, body, store }) => {
    const token = existingToken(store, path);
    const { platform = token.platform, deviceId = token.device_id } = body;
    const { userAgent = token.user_agent, appInfo } = body;
    const row = store.get<AuthTokenRow>(
      `UPDATE auth_tokens SET platform = ?, device_id = ?, user_agent = ?, app_info = coalesce(?, app_info)
       WHERE auth_token = ? RETURNING *`,
      platform,
      deviceId,
      userAgent,
      appInfo === undefined ? null : JSON.stringify(appInfo),
      token.auth_token,
    );
    return { data: authTokenEntity(row!) };
  },

  'users.authTokens.delete': ({ path, store }) => {
    const { auth_token: token } = existingToken(store, path);
    store.run('DELETE FROM auth_tokens WHERE auth_token = ?', token);
    return applied('The auth token is deleted.');
  },

  'users.authTokens.deleteAll': ({ path, store }) => {
    const { uid } = activeUser(store, path.uid);
    store.run('DELETE FROM auth_tokens WHERE uid = ?', uid);
    return applied(`The auth tokens of ${uid} are deleted.`);
  },
} satisfies Handlers;

function existingToken(store: Store, path: { uid: string; authToken: string }): AuthTokenRow {
  const { uid } = activeUser(store, path.uid);
  const row = store.get<AuthTokenRow>(
    'SELECT * FROM auth_tokens WHERE uid = ? AND auth_token = ?',
    uid,
    path.authToken,
  );
  if (row === undefined)
    throw new ServiceProblem('ERR_AUTH_TOKEN_NOT_FOUND', `${uid} has no such auth token.`);
  return row;
}
