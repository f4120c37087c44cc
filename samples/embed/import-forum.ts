// Imports rows of a database without intermediate files: the threads and posts of an old forum become groups and
// messages. Started again after an interruption, it continues where it stopped. `chatferry serve` prints the value of
// CHATFERRY_API_KEY for a rehearsal.
import { importRows, type Row, serviceId } from 'chatferry';

// Replaces two queries. A generator that reads from a cursor works as well, and keeps nothing in memory.
const threads = [
  { id: 7, title: 'Which glue for beech?', author: 'Ada L.' },
  { id: 8, title: 'Show your workbench', author: 'Göran' },
];
const posts = [
  { id: 1, author: 'Ada L.', thread: 7, html: '<p>Hide glue or <b>PVA</b>?</p>', daysAgo: 20 },
  { id: 2, author: 'Göran', thread: 7, html: '<p>PVA &amp; patience.</p>', daysAgo: 19 },
  { id: 3, author: 'Göran', thread: 8, html: '<img src="bench.jpg">', daysAgo: 3 },
  { id: 4, author: 'Ada L.', thread: 8, html: '<p>Is that a door?</p>', daysAgo: 2 },
];

function* users(): Generator<Row> {
  for (const name of new Set(posts.map(({ author }) => author)))
    yield { uid: serviceId(name), name };
}

function* groups(): Generator<Row> {
  for (const { id, title, author } of threads)
    yield { guid: `thread-${id}`, name: title, type: 'public', owner: serviceId(author) };
}

function* members(): Generator<Row> {
  for (const { thread, author } of posts)
    yield { guid: `thread-${thread}`, uid: serviceId(author), scope: 'participant' };
}

function* messages(): Generator<Row> {
  for (const { id, author, thread, html, daysAgo } of posts) {
    const text = html.replaceAll(/<[^>]+>/g, '').replaceAll('&amp;', '&');
    const to = { receiverType: 'group', receiver: `thread-${thread}` };
    const sentAt = Math.floor(Date.now() / 86_400_000 - daysAgo) * 86_400;
    yield { muid: `post-${id}`, sender: serviceId(author), ...to, data: { text }, sentAt };
  }
}

const { plan, run } = await importRows(
  { users: users(), groups: groups(), members: members(), messages: messages() },
  {
    job: process.env['CHATFERRY_JOB'] ?? 'forum-job',
    target: {
      appId: process.env['CHATFERRY_APP_ID'] ?? 'local-app',
      baseUrl: process.env['CHATFERRY_BASE_URL'] ?? 'http://127.0.0.1:8787/v3',
      apiKey: process.env['CHATFERRY_API_KEY'] ?? '',
    },
    requestsPerMinute: 'unlimited',
    maxRejects: 1, // the picture, whose text is blank now
  },
);
console.table(run?.sums);
for (const { text, fix } of plan.problems) console.log(text, fix);
