import { startLocalService } from '@chatferry/local-service';
import http from 'node:http';
await using s = await startLocalService({
  importRequestsPerMinute: 'unlimited',
  db: process.argv[2] ?? ':memory:',
});
const post = async (p: string, b: string) => {
  const r = await fetch(s.baseUrl + p, {
    method: 'POST',
    headers: { apikey: s.apiKey, 'content-type': 'application/json' },
    body: b,
  });
  return await r.text();
};
const U = 2000,
  now = Math.floor(Date.now() / 1000);
for (let i = 0; i < U; i += 50) {
  const users: any = {};
  for (let j = i; j < i + 50; j++) users['u' + j] = { uid: 'u' + j, name: 'User ' + j };
  await post('/data_import/users', JSON.stringify({ users }));
}
for (let i = 0; i < 100; i += 50) {
  const groups: any = {};
  for (let j = i; j < i + 50; j++)
    groups['g' + j] = { guid: 'g' + j, name: 'Group ' + j, type: 'public', owner: 'u' + j };
  await post('/data_import/groups', JSON.stringify({ groups }));
}
const N = Number(process.argv[3] ?? 4000);
const bodies: string[] = [];
let k = 0;
for (let i = 0; i < N; i++) {
  const messages: any = {};
  for (let j = 0; j < 50; j++, k++) {
    const id = 'm-' + ((k * 7919) % 100000007).toString(36) + '-' + k;
    messages[id] = {
      muid: id,
      sender: 'u' + ((k * 31) % U),
      receiverType: k % 3 ? 'group' : 'user',
      receiver: k % 3 ? 'g' + (k % 100) : 'u' + ((k * 17) % U),
      category: 'message',
      type: 'text',
      data: {
        text:
          'Lorem ipsum dolor sit amet, consectetur adipiscing elit, sed do eiusmod tempor incididunt ' +
          k,
        metadata: { legacyId: k },
      },
      sentAt: now - 1000000 + Math.floor(k / 10),
      tags: ['a'],
    };
  }
  bodies.push(JSON.stringify({ messages }));
}
const agent = new http.Agent({ keepAlive: true, maxSockets: 8 });
const u = new URL(s.baseUrl);
const send = (b: string) =>
  new Promise<number>((res, rej) => {
    const r = http.request(
      {
        host: u.hostname,
        port: u.port,
        path: '/v3/data_import/messages',
        method: 'POST',
        agent,
        headers: { apikey: s.apiKey, 'content-type': 'application/json' },
      },
      (a) => {
        let n = 0;
        a.on('data', (d) => (n += d.length));
        a.on('end', () => res(n));
      },
    );
    r.on('error', rej);
    r.end(b);
  });
const c0 = process.cpuUsage();
const t0 = performance.now();
let next = 0;
await Promise.all(
  Array.from({ length: 8 }, async () => {
    while (next < bodies.length) await send(bodies[next++]!);
  }),
);
const t = (performance.now() - t0) / 1000,
  c = process.cpuUsage(c0);
const n = (s.db.prepare('select count(*) n from messages').get() as any).n;
console.log(
  n,
  'stored',
  Math.round((N * 50) / t),
  'msg/s wall',
  Math.round((N * 50) / ((c.user + c.system) / 1e6)),
  'msg per cpu-s',
  'rss',
  Math.round(process.memoryUsage().rss / 1e6),
);
