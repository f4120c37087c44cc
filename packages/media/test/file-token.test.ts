import { readFileSync } from 'node:fs';
import { createServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import tls from 'node:tls';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { readHostHeaders } from '../src/index.ts';
import { attachment, startRig } from './support/rig.ts';

const fixture = (name: string): string =>
  readFileSync(path.join(import.meta.dirname, 'fixtures', name), 'utf8');
const cert = fixture('service-files-cert.pem');
const HOST = 'files-eu.cometchat.io';
const TOKEN = 'token-of-a-file';

beforeAll(() => tls.setDefaultCACertificates([cert]));
afterAll(() => tls.setDefaultCACertificates(tls.getCACertificates('bundled')));

const toThisMachine = ((_name: string, _options: object, done: (...answer: unknown[]) => void) =>
  done(null, [{ address: '127.0.0.1', family: 4 }])) as never;

test('a file that opens with a token is asked for with the key, and then without it', async () => {
  await using rig = await startRig();
  rig.server.file('/signed', 'a picture');
  const asked: string[] = [];
  const server = createServer(
    { cert, key: fixture('service-files-key.pem') },
    (request, response) => {
      const { apikey, appid } = request.headers;
      const url = new URL(request.url!, `https://${request.headers.host}`);
      asked.push(`${url.pathname} ${String(appid)} ${String(apikey)}`);
      const to = url.pathname.endsWith('other.png') ? 'https://files-us.cometchat.io/x' : url.href;
      if (url.searchParams.has('fat'))
        response.writeHead(302, { location: rig.server.url('/signed') }).end();
      else if (apikey !== 'k3y') response.writeHead(401).end();
      else response.end(JSON.stringify({ data: { url: `${to}?fat=${TOKEN}` } }));
    },
  );
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const host = `${HOST}:${(server.address() as AddressInfo).port}`;
  const file = attachment(`https://${host}/my-app/media/a.png`);
  const other = attachment(`https://${host}/my-app/media/other.png`);
  const options = { lookup: toThisMachine, privateHosts: [HOST, '127.0.0.1'] };

  const without = await rig.copy([file], options);
  const headers = readHostHeaders(JSON.stringify({ [host]: { appId: 'my-app', apiKey: 'k3y' } }));
  const result = await rig.copy([file, other], { ...options, headers });
  server.close();

  expect(without.failed).toMatchObject([{ cause: 'needs-key' }]);
  expect(result).toMatchObject({ copied: 1, failed: [{ cause: 'needs-key', files: 1 }] });
  expect([...rig.copies().values()].map(String)).toEqual(['a picture']);
  expect(asked).toEqual([
    '/my-app/media/a.png undefined undefined',
    '/my-app/media/a.png my-app k3y',
    '/my-app/media/other.png my-app k3y',
    '/my-app/media/a.png undefined undefined',
  ]);
  expect(JSON.stringify(rig.server.asked)).not.toContain('k3y');
  expect(rig.written()).not.toMatch(new RegExp(`${TOKEN}|k3y`));
});
