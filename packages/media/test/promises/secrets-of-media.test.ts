import { expect, test } from 'vitest';
import { readHostHeaders } from '../../src/index.ts';
import { attachment, startRig } from '../support/rig.ts';

const TOKEN = 'xoxp-not-for-others';

test('a token reaches its own host only, also when that host redirects to another one and back', async () => {
  await using rig = await startRig();
  const { server } = rig;
  const own = `127.0.0.1:${server.port}`;
  server.on('/redirects', (_, response) =>
    response.writeHead(302, { location: server.url('/other', 'localhost') }).end(),
  );
  server.on('/other', (_, response) =>
    response.writeHead(307, { location: server.url('/back') }).end(),
  );
  server.file('/back', 'public');
  server.on('/moved', (_, response) => response.writeHead(301, { location: '/own' }).end());
  server.file('/own', 'guarded');
  const result = await rig.copy(
    [
      attachment(server.url('/redirects')),
      attachment(server.url('/moved')),
      attachment(server.url('/own?v=2', 'localhost')),
    ],
    {
      headers: readHostHeaders(
        JSON.stringify({ [own]: { authorization: `Bearer ${TOKEN}`, cookie: `d=${TOKEN}` } }),
      ),
      privateHosts: ['127.0.0.1', 'localhost'],
    },
  );

  expect(result).toMatchObject({ copied: 3, failed: [] });
  const withToken = server.asked.filter(({ headers }) => JSON.stringify(headers).includes(TOKEN));
  expect(withToken.map(({ host, path }) => `${host}${path}`).toSorted()).toEqual([
    `${own}/moved`,
    `${own}/own`,
    `${own}/redirects`,
  ]);
  expect(withToken.every(({ headers }) => headers.authorization === `Bearer ${TOKEN}`)).toBe(true);
  expect(rig.written()).not.toContain(TOKEN);
});

test('a token is not sent without TLS to a host that is not this machine', async () => {
  await using rig = await startRig();
  rig.server.file('/a', 'a');
  const host = `files.example:${rig.server.port}`;
  await rig.copy([attachment(rig.server.url('/a', 'files.example'))], {
    headers: readHostHeaders(JSON.stringify({ [host]: { authorization: TOKEN } })),
    privateHosts: ['files.example'],
    lookup: ((_name: string, _options: object, done: (...answer: unknown[]) => void) =>
      done(null, [{ address: '127.0.0.1', family: 4 }])) as never,
  });
  expect(rig.server.asked).toHaveLength(1);
  expect(JSON.stringify(rig.server.asked)).not.toContain(TOKEN);
});

test('signatures are in no file, and not in results: not of files that were copied, that failed, or that were not tried', async () => {
  await using rig = await startRig();
  const secret = 'SIGNATURE-THAT-OPENS';
  rig.server.file('/good', 'good');
  rig.server.on('/cut', (_, response) => {
    response.writeHead(200, { 'content-length': 100 });
    response.write('x', () => response.destroy());
  });
  const signed = (at: string): string =>
    rig.server.url(`${at}?id=7&Expires=4000000000&Signature=${secret}&Key-Pair-Id=K`);
  const login = `http://ann:${secret}@127.0.0.1:${rig.server.port}/good?token=${secret}`;
  const sources = [
    ...['/good', '/cut', '/none'].map((at) => attachment(signed(at))),
    attachment(login),
    attachment(`http://10.0.0.9/x?sig=${secret}`),
  ];
  await rig.copy(sources, { maxFiles: 0 });
  const untried = rig.written();
  const result = await rig.copy(sources);

  expect(result.failed.map(({ cause }) => cause).toSorted()).toEqual([
    'gone',
    'private',
    'unreachable',
  ]);
  expect(JSON.stringify(result)).not.toContain(secret);
  expect(untried).not.toContain(secret);
  expect(rig.written()).not.toContain(secret);
  expect(rig.map().map(({ from }) => from)).toContain(rig.server.url('/good?id=7'));
});

test('errors about given headers have no part of them', () => {
  for (const json of [
    `{"a": "${TOKEN}"}`,
    `["${TOKEN}"]`,
    `{${TOKEN}`,
    `{"a": {"b": "${TOKEN}\\n"}}`,
  ])
    expect(() => readHostHeaders(json)).toThrow(expect.not.stringContaining(TOKEN));
});
