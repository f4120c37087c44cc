import type { Json } from '@chatferry/contract';
import type { Handlers } from '../../calls/call.ts';
import { badField, ServiceProblem } from '../../terms/service-problem.ts';
import {
  allDocuments,
  findDocument,
  keepDocument,
  noSuchDocument,
  removeDocument,
} from '../../storage/documents.ts';
import type { Store } from '../../storage/store.ts';

const TOKENS = 'pushTokens';

/** The fields in which the platforms name their tokens. */
const TOKEN_FIELDS = ['pushToken', 'fcmToken', 'deviceToken', 'voipToken'];

/** Tokens are stored and returned; no notification is sent. */
export const pushTokenHandlers = {
  'notifications.pushTokens.register': ({ body, store }) => {
    const { platform, authToken, providerId } = body;
    const field = TOKEN_FIELDS.find((name) => typeof body[name] === 'string');
    if (field === undefined) throw badField('pushToken', 'The push token is missing.');
    const pushToken = String(body[field]);
    if (findDocument(store, TOKENS, pushToken) !== undefined)
      throw new ServiceProblem('ERR_TOKEN_ALREADY_EXISTS', 'The push token is registered already.');
    const now = new Date(store.now()).toISOString();
    keepDocument(store, TOKENS, pushToken, {
      uid: ownerOf(store, authToken),
      authToken,
      pushToken,
      pushTokenType: field === 'voipToken' ? 'voip' : 'chat',
      platform,
      ...(providerId === undefined ? {} : { providerId }),
      createdAt: now,
      updatedAt: now,
    });
    return { data: { success: true } };
  },

  'notifications.pushTokens.get': ({ query, store }) => ({
    data: { pushTokens: tokensOf(store, query) },
  }),

  'notifications.pushTokens.deleteAll': ({ query, body, store }) => {
    const pushTokens = tokensOf(store, { ...body, ...query });
    for (const { pushToken } of pushTokens) removeDocument(store, TOKENS, String(pushToken));
    return { data: { pushTokens } };
  },

  'notifications.pushTokens.delete': ({ path, body, store }) => {
    const token = findDocument(store, TOKENS, path.pushToken);
    if (token?.['uid'] !== ownerOf(store, body.authToken))
      throw noSuchDocument(TOKENS, path.pushToken);
    removeDocument(store, TOKENS, path.pushToken);
    return { data: { pushTokens: [token] } };
  },
} satisfies Handlers;

/** The tokens of one login; with `all`, of the login's user; without a login, of the app. */
function tokensOf(
  store: Store,
  {
    authToken,
    all,
  }: { readonly authToken?: string | undefined; readonly all?: boolean | undefined },
): Json[] {
  const tokens = allDocuments(store, TOKENS);
  if (authToken === undefined) return tokens;
  const uid = ownerOf(store, authToken);
  return tokens.filter((token) =>
    all === true ? token['uid'] === uid : token['authToken'] === authToken,
  );
}

function ownerOf(store: Store, authToken: string): string {
  const row = store.get<{ uid: string }>(
    'SELECT uid FROM auth_tokens WHERE auth_token = ?',
    authToken,
  );
  if (row === undefined)
    throw new ServiceProblem('ERR_AUTH_TOKEN_NOT_FOUND', 'There is no such auth token.');
  return row.uid;
}
