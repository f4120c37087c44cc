import { readFileSync } from 'node:fs';
import { createServer as createTcpServer, type AddressInfo, type Server } from 'node:net';
import { createServer as createHttpServer } from 'node:http';
import { createServer as createTlsServer } from 'node:https';
import { getCACertificates, setDefaultCACertificates } from 'node:tls';
import { expect, onTestFinished, test } from 'vitest';
import { createClient } from '../src/index.ts';
import { appHeaders } from '../src/sending/app-headers.ts';
import { startRig } from './support/rig.ts';
import { json } from './support/scripted-server.ts';

function fixture(name: string): Buffer {
  return readFileSync(new URL(`fixtures/${name}`, import.meta.url));
}

async function listening(server: Server): Promise<number> {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => void server.close());
  return (server.address() as AddressInfo).port;
}

test.each([
  ['http://example.test/v3', /https only/],
  ['http://127.0.0.1.example.test/v3', /https only/],
  ['http://169.254.1.1/v3', /https only/],
  ['ftp://127.0.0.1/v3', /https only/],
  ['not an address', /not a URL/],
  ['https://user:word@example.test/v3', /user name or password/],
  ['https://:word@example.test/v3', /user name or password/],
  ['https://example.test/v3?x=1', /end with its path/],
  ['https://example.test/v3#x', /end with its path/],
])('the address %s is refused', (baseUrl, reason) => {
  expect(() => createClient({ appId: 'app1', region: 'us', apiKey: 'k', baseUrl })).toThrow(reason);
});

test.each([
  [{ appId: 'app1', region: 'xx' }, /no region 'xx'/],
  [{ appId: '', region: 'us' }, /app id ''/],
  [{ appId: 'evil.example/', region: 'us' }, /app id 'evil.example\/'/],
  [{ appId: 'a@b', region: 'eu' }, /app id/],
  [{ appId: 'evil.example', region: 'eu' }, /app id 'evil.example'/],
])('%o, which would lead to another host, is refused', (app, reason) => {
  expect(() => createClient({ ...(app as { appId: string }), apiKey: 'k' })).toThrow(reason);
});

test('every request has a User-Agent', async () => {
  await using rig = await startRig([json(200, { data: [] })]);
  const { version } = JSON.parse(
    readFileSync(new URL('../package.json', import.meta.url), 'utf8'),
  ) as { version: string };

  await rig.client.call('users.list');
  await rig.client.call('management.apps.list');

  const agents = rig.server.seen.map(({ headers }) => headers['user-agent']);
  expect(agents).toEqual([`chatferry/${version}`, `chatferry/${version}`]);
});

test.each([
  'http://localhost:1/v3',
  'http://[::1]:1/v3',
  'http://127.8.9.1/',
  'https://a.test/v3/',
])('the address %s is accepted', (baseUrl) => {
  expect(() => createClient({ apiKey: 'k', baseUrl })).not.toThrow();
});

test('a call to an API without an address names the missing option', async () => {
  await using client = createClient({ apiKey: 'k', baseUrl: 'https://example.test/v3' });

  await expect(client.call('calls.get', { path: { sessionId: 's1' } })).rejects.toMatchObject({
    code: 'not-configured',
    message: expect.stringContaining('appId and region') as string,
  });
});

test('the hosted address of calls gets no key of a client with a chat address of its own', async () => {
  await using client = createClient({
    apiKey: 'k',
    appId: 'app7',
    region: 'eu',
    baseUrl: 'https://example.test/v3',
  });

  await expect(client.call('calls.get', { path: { sessionId: 's1' } })).rejects.toMatchObject({
    code: 'not-configured',
  });
});

test('requests to this machine have app id and region in headers, if they are set', async () => {
  await using both = await startRig([json(200, { data: [] })], { appId: 'app7', region: 'eu' });
  await using neither = await startRig([json(200, { data: [] })], {
    appId: undefined,
    region: undefined,
  });

  await both.client.call('users.list');
  await both.client.call('management.apps.list');
  await neither.client.call('users.list');

  const sent = [...both.server.seen, ...neither.server.seen].map(({ headers }) => [
    headers['appid'],
    headers['region'],
  ]);
  expect(sent).toEqual([
    ['app7', 'eu'],
    [undefined, undefined],
    [undefined, undefined],
  ]);
});

test.each(['https://proxy.example.test', 'https://app7.api-eu.example.test', 'https://0.0.0.0:1'])(
  'neither is sent to %s',
  (origin) => {
    expect(appHeaders(origin, { appId: 'app7', region: 'eu' })).toEqual({});
  },
);

test('a certificate without a trusted issuer is not trusted, and nothing is sent', async () => {
  let requests = 0;
  const port = await listening(
    createTlsServer(
      { key: fixture('self-signed-key.pem'), cert: fixture('self-signed-cert.pem') },
      (_request, response) => {
        requests += 1;
        response.end('{}');
      },
    ),
  );
  await using client = createClient({ apiKey: 'k', baseUrl: `https://127.0.0.1:${port}/v3` });

  const attempt = client.attempt('dataImport.users', { bodyBytes: Buffer.from('{}') });

  await expect(attempt).rejects.toMatchObject({ code: 'untrusted', mayHaveLanded: false });
  expect(requests).toBe(0);
});

test('a port without TLS is reported as one, and not as a bad certificate', async () => {
  const port = await listening(createHttpServer((_request, response) => response.end('{}')));
  await using client = createClient({ apiKey: 'k', baseUrl: `https://127.0.0.1:${port}/v3` });

  const attempt = client.attempt('dataImport.users', { bodyBytes: Buffer.from('{}') });

  await expect(attempt).rejects.toMatchObject({
    mayHaveLanded: false,
    message: expect.stringContaining('answers without TLS') as string,
  });
});

test('a certificate for another name is not trusted, and nothing is sent', async () => {
  let requests = 0;
  const cert = fixture('proxied-cert.pem');
  const port = await listening(
    createTlsServer({ key: fixture('proxied-key.pem'), cert }, (_request, response) => {
      requests += 1;
      response.end('{}');
    }),
  );
  const trusted = getCACertificates('default');
  setDefaultCACertificates([...trusted, cert.toString()]);
  try {
    await using client = createClient({ apiKey: 'k', baseUrl: `https://127.0.0.1:${port}/v3` });
    await expect(client.call('users.list')).rejects.toMatchObject({
      code: 'untrusted',
      message: expect.stringContaining('ERR_TLS_CERT_ALTNAME_INVALID'),
    });
  } finally {
    setDefaultCACertificates(trusted);
  }
  expect(requests).toBe(0);
});

test('a host that accepts the connection and sends nothing is a timeout', async () => {
  const port = await listening(createTcpServer());
  await using client = createClient({
    apiKey: 'k',
    baseUrl: `https://127.0.0.1:${port}/v3`,
    connectTimeoutMs: 50,
  });

  const attempt = client.attempt('dataImport.users', { bodyBytes: Buffer.from('{}') });

  await expect(attempt).rejects.toMatchObject({ code: 'timeout', mayHaveLanded: false });
});
