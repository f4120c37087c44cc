import { codesByClass } from '@chatferry/contract';
import { expect, test } from 'vitest';
import { adviceOn } from '../src/report/code-advice.ts';
import { html } from '../src/report/html.ts';
import { cleaningInForce, mappingsInForce, rulesInForce } from '../src/report/rules-in-force.ts';
import { dataTable } from '../src/report/table.ts';
import { codeName, name } from '../src/report/words.ts';

test('what is in a template is text, unless it is HTML already', () => {
  const part = html`<b>${'<i>'}</b>`;

  expect(html`<p title="${`"'&`}">${part}${undefined}${[1, part]}</p>`.source).toBe(
    '<p title="&quot;&#39;&amp;"><b>&lt;i&gt;</b>1<b>&lt;i&gt;</b></p>',
  );
});

test.each([
  ['turned\u{202e}around', String.raw`turned\u{202e}around`],
  ['nothing\u{200b}here', String.raw`nothing\u{200b}here`],
  ['two\nlines\0', String.raw`two\u{a}lines\u{0}`],
  ['half \ud83d', String.raw`half \u{d83d}`],
  ['Ångström 🚢 日本', 'Ångström 🚢 日本'],
])('%j is shown as %j', (text, shown) => {
  expect(html`${text}`.source).toBe(shown);
});

test('names are cut where they are no names any more', () => {
  expect(name('x'.repeat(120)).source).toBe(`<code>${'x'.repeat(120)}</code>`);
  expect(name('🚢'.repeat(500)).source).toBe(`<code>${'🚢'.repeat(60)}…</code>`);
  expect(name(`x${'🚢'.repeat(500)}`).source).toBe(`<code>x${'🚢'.repeat(59)}…</code>`);
});

test.each([
  ['ERR_ROLE_NOT_FOUND', true],
  ['HTTP 502', true],
  ['timeout', true],
  ['Ann <ann@example.org> is not welcome', false],
  ['X'.repeat(100), false],
])('the code %s is shown: %s', (code, isShown) => {
  expect(codeName(code).source.includes(code)).toBe(isShown);
});

test('there is advice on every code of the service, and on others', () => {
  const codes = Object.values(codesByClass).flat();
  expect(codes.filter((code) => adviceOn(code).includes('does not know'))).toEqual([]);
  for (const status of [408, 429, 503]) expect(adviceOn(`HTTP ${status}`)).toContain('send again');
  expect(adviceOn('ERR_NEVER_SEEN')).toContain('errors.jsonl');
});

test('a table has a caption, a head for each column and row, and tells what it leaves out', () => {
  const columns = [
    { head: 'Who', cell: ({ who }: { who: string }) => who },
    { head: 'Rows', cell: () => 1234 },
  ];

  const { source } = dataTable('People', columns, [{ who: 'ada' }], { more: 2, what: 'person' });

  expect(source).toMatch(/<caption>\s*People\s*<\/caption>/);
  expect(source.match(/<th scope="col"/g)).toHaveLength(2);
  expect(source).toMatch(/<th scope="row"\s*>ada<\/th>/);
  expect(source).toMatch(/<td data-head="Rows"\s+class="number">1,234<\/td>/);
  expect(source).toContain('And 2 more persons.');
});

test('rules are listed with their meaning, also for a plan that a script made', () => {
  const rules = { recordsPerRequest: 20, maxRequestBytes: 5000 } as never;
  const config = { ids: 'keep', muidPrefix: 'm-', cleaning: { tooLong: 'cut' } };

  const listed = rulesInForce({ config, rules });

  expect(listed.find(({ setting }) => setting === 'ids')).toMatchObject({
    value: 'keep',
    means: expect.stringContaining('rejected'),
  });
  expect(listed.find(({ setting }) => setting === 'muidPrefix')?.value).toBe('m-');
  expect(listed.find(({ setting }) => setting === 'recordsPerRequest')?.value).toBe('20');
  expect(listed.every(({ means }) => means !== '')).toBe(true);
  expect(cleaningInForce({ config })).toMatchObject([
    { setting: 'cleaning.tooLong', value: 'cut' },
  ]);
  expect(mappingsInForce({ config })).toEqual([]);
});

test('of constants only the fields are listed', () => {
  const constants = { 'metadata.greeting': 'Hello, dear Ann' };

  const mappings = { 'a.csv': { users: { constants } }, 'b.csv': { users: { delimiter: ';' } } };
  const listed = mappingsInForce({ config: { mappings } });

  expect(listed).toEqual([
    {
      file: 'a.csv',
      kind: 'users',
      renamed: [],
      ignored: [],
      filled: ['metadata.greeting'],
      filters: [],
      converted: [],
      transformed: [],
    },
  ]);
});
