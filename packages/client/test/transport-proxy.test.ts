import { spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import { createServer as createTlsServer } from 'node:https';
import { type AddressInfo, connect, type Server as TcpServer, type Socket } from 'node:net';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { expect, onTestFinished, test } from 'vitest';

const fixture = (name: string) => new URL(`fixtures/${name}`, import.meta.url);

async function listening(server: TcpServer): Promise<number> {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => void server.close());
  return (server.address() as AddressInfo).port;
}

/** A service with a certificate for a name that no name server knows, and a proxy that resolves it. */
async function startNetwork({ breaksAnswers = false } = {}) {
  const clients: Socket[] = [];
  const service = createTlsServer(
    {
      key: readFileSync(fixture('proxied-key.pem')),
      cert: readFileSync(fixture('proxied-cert.pem')),
    },
    (_request, response) => {
      if (breaksAnswers) for (const client of clients) client.write('not a record of TLS');
      else response.writeHead(200, { 'content-type': 'application/json' }).end('{"data":[]}');
    },
  );
  const port = await listening(service);
  const tunnels: string[] = [];
  const plain: string[] = [];
  const proxy: Server = createServer((request, response) => {
    plain.push(request.url ?? '');
    response.writeHead(502).end();
  });
  proxy.on('connect', (request, client) => {
    tunnels.push(request.url ?? '');
    clients.push(client as Socket);
    const target = connect(port, '127.0.0.1', () => {
      client.write('HTTP/1.1 200 Connection Established\r\n\r\n');
      client.pipe(target).pipe(client);
    });
    target.on('error', () => client.destroy());
    client.on('error', () => target.destroy());
  });
  return { tunnels, plain, proxy: `http://127.0.0.1:${await listening(proxy)}` };
}

const ASK = `
  import { createClient } from '@chatferry/client';
  await using client = createClient({ apiKey: 'k', baseUrl: process.argv[1] });
  try {
    const { status } = await client.attempt('dataImport.users', {});
    console.log(status);
  } catch (error) {
    console.log(error.code, error.mayHaveLanded);
    if (process.env.SHOWS_MESSAGE) console.log(error.message);
  }
`;

/** Imports users in a separate process, because variables of the environment are read there. */
async function ask(baseUrl: string, env: Record<string, string>): Promise<string> {
  const child = spawn(
    process.execPath,
    ['--conditions=@chatferry/source', '--input-type=module-typescript', '--eval', ASK, baseUrl],
    {
      cwd: fileURLToPath(new URL('..', import.meta.url)),
      env: {
        PATH: process.env['PATH'],
        NODE_COMPILE_CACHE: process.env['NODE_COMPILE_CACHE'],
        NODE_EXTRA_CA_CERTS: fileURLToPath(fixture('proxied-cert.pem')),
        ...env,
      },
      stdio: ['ignore', 'pipe', 'inherit'],
    },
  );
  return (await text(child.stdout)).trim();
}

test.each(['HTTPS_PROXY', 'https_proxy'])('the service is reached through %s', async (name) => {
  const { proxy, tunnels } = await startNetwork();

  const answer = await ask('https://service.test/v3', { [name]: proxy });

  expect(answer).toBe('200');
  expect(tunnels).toEqual(['service.test:443']);
});

test('a certificate that nothing vouches for is refused through a proxy too', async () => {
  const { proxy, tunnels } = await startNetwork();

  const insecure = { NODE_TLS_REJECT_UNAUTHORIZED: '0', NODE_NO_WARNINGS: '1' };
  const env = { HTTPS_PROXY: proxy, NODE_EXTRA_CA_CERTS: '', ...insecure };
  const answer = await ask('https://service.test/v3', env);

  expect(answer).toBe('untrusted false');
  expect(tunnels).toEqual(['service.test:443']);
});

test('a connection whose encryption breaks after the request may have landed it', async () => {
  const { proxy } = await startNetwork({ breaksAnswers: true });

  const answer = await ask('https://service.test/v3', { HTTPS_PROXY: proxy });

  expect(answer).toBe('unreachable true');
});

test.each([
  ['is down', () => 'http://127.0.0.1:9', 'no connection to the proxy 127.0.0.1:9'],
  ['is not known', () => 'http://proxy.invalid:3128', 'no connection to the proxy proxy.invalid'],
  ['refuses', refusingProxy, 'answers 407 to a connection to https://service.test'],
])('a proxy that %s is named, and nothing was sent', async (_, proxy, what) => {
  const env = { HTTPS_PROXY: await proxy(), SHOWS_MESSAGE: '1' };

  const answer = await ask('https://service.test/v3', env);

  expect(answer).toMatch(/^unreachable false\n/);
  expect(answer).toContain(what);
});

async function refusingProxy(): Promise<string> {
  const proxy = createServer();
  proxy.on('connect', (_request, client) => {
    client.end('HTTP/1.1 407 Proxy Authentication Required\r\n\r\n');
  });
  return `http://127.0.0.1:${await listening(proxy)}`;
}

test('a host in NO_PROXY is reached directly', async () => {
  const { proxy, tunnels } = await startNetwork();

  const env = { HTTPS_PROXY: proxy, NO_PROXY: 'service.test' };
  const answer = await ask('https://service.test/v3', env);

  expect(answer).toBe('unreachable false');
  expect(tunnels).toEqual([]);
});

test('requests to this machine go directly, for any value of NO_PROXY', async () => {
  const { proxy, tunnels, plain } = await startNetwork();
  const here = createServer((_request, response) => response.end('{"data":[]}'));
  const port = await listening(here);

  for (const host of ['127.0.0.1', 'localhost']) {
    const env = { HTTP_PROXY: proxy, HTTPS_PROXY: proxy, NO_PROXY: 'elsewhere.test' };
    expect(await ask(`http://${host}:${port}/v3`, env)).toBe('200');
  }

  expect([tunnels, plain]).toEqual([[], []]);
});
