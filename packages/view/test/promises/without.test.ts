import { request } from 'node:http';
import { expect, test } from 'vitest';
import { importWithout } from '../../../disk/test/support/import-without.ts';
import { written } from '../../src/pages/written.ts';
import { spreadsheet } from '../../src/pages/spreadsheet.ts';
import { serveSite } from '../../src/serving/server.ts';

// Each test does the same with a safeguard and without it, and expects the loss that the safeguard prevents.

const source = (file: string): URL => new URL(`../../src/${file}`, import.meta.url);

async function without<Module>(
  module: string,
  file: string,
  code: string,
  instead = '',
): Promise<Module> {
  const safeguard = { file: source(file), code, instead };
  return await importWithout<Module>(source(module), safeguard);
}

const serveWithout = async (file: string, code: string, instead = ''): Promise<typeof serveSite> =>
  (await without<{ serveSite: typeof serveSite }>('serving/server.ts', file, code, instead))
    .serveSite;

interface Asking {
  /** Instead of the path with the token. */
  readonly path?: string;
  readonly headers?: Readonly<Record<string, string>>;
}

/** @returns what a browser of this machine gets from the server */
async function answerTo(serve: typeof serveSite, { path, headers = {} }: Asking): Promise<string> {
  const site = {
    answer: () => Promise.resolve({ type: 'text/plain', body: "people's words" }),
    news: () => '',
  };
  await using server = await serve(site, 0);
  const { pathname } = new URL(server.url);
  return await new Promise((resolve, reject) => {
    const options = { host: '127.0.0.1', port: server.port, path: path ?? pathname, headers };
    const asking = request(options, (response) => {
      let body = '';
      response.setEncoding('utf8').on('data', (text: string) => (body += text));
      response.on('end', () => resolve(body));
    });
    asking.on('error', reject).end();
  });
}

test('without the token of the address, every website reads the job', async () => {
  const asking = { path: '/any/conversations' };
  expect(await answerTo(serveSite, asking)).toBe('');
  const serve = await serveWithout(
    'serving/guard.ts',
    '  if (!isSame(given, token)) return 404;\n',
  );
  expect(await answerTo(serve, asking)).toBe("people's words");
});

test('without the check of the host, a website whose name leads to this machine reads the job', async () => {
  const asking = { headers: { host: 'evil.example' } };
  expect(await answerTo(serveSite, asking)).toBe('');
  const check = "  if (!hosts.includes(headers.host ?? '')) return 421;\n";
  expect(await answerTo(await serveWithout('serving/guard.ts', check), asking)).toBe(
    "people's words",
  );
});

test('without escaping, what a person wrote is a script of the page', async () => {
  const text = '<script>alert(1)</script>';
  expect(written(text).source).not.toContain('<script>');
  const escaping = `    .replaceAll(/[&<>"']/g, (character) => entities[character]!)\n`;
  const module = await without<{ written: typeof written }>(
    'pages/written.ts',
    'pages/written.ts',
    escaping,
  );
  expect(module.written(text).source).toContain('<script>');
});

/** @returns the lines of a spreadsheet with what a person wrote */
function linesOf(make: typeof spreadsheet): string {
  const formula = '=HYPERLINK("https://evil.example")';
  return [...(make('a.csv', ['text'], [[formula]], 'all.csv').body as Iterable<string>)].join('');
}

test('without the mark before it, what a person wrote is a formula of the spreadsheet', async () => {
  expect(linesOf(spreadsheet)).not.toMatch(/\n"?=/);
  const module = await without<{ spreadsheet: typeof spreadsheet }>(
    'pages/spreadsheet.ts',
    'pages/spreadsheet.ts',
    "/^[=+\\-@\\t\\r]/.test(value) ? `'${value}` : value",
    'value',
  );
  expect(linesOf(module.spreadsheet)).toMatch(/\n"?=/);
});
