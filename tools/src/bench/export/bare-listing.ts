// Lists the users, groups, memberships, messages and conversations of an app, and keeps nothing: the minimum cost of reading an app.
//
// Arguments: the base URL and the app id. The key is in CHATFERRY_API_KEY.
import { createClient } from '@chatferry/client';

const [baseUrl = '', appId = ''] = process.argv.slice(2);
const apiKey = process.env['CHATFERRY_API_KEY'] ?? '';
await using client = createClient({
  appId,
  baseUrl,
  apiKey,
  requestsPerMinute: { standard: 'unlimited' },
});

let entries = 0;
const listed = async (list: AsyncIterable<unknown>): Promise<void> => {
  for await (const _ of list) entries++;
};
await listed(client.list('users.list', { query: { withTags: true, withDeactivated: true } }));
for await (const { guid } of client.list('groups.list', { query: { withTags: true } }))
  await listed(client.list('groups.members.list', { path: { guid } }));
await listed(client.list('messages.list', { query: { withTags: true } }));
await listed(client.list('conversations.list', { query: { withTags: true } }));
console.log(entries);
