import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { MarkupError, plainText } from '../src/markup/plain-text.ts';
import { kindMapping } from '../src/mapping/kind-mapping.ts';
import { read } from './reading.ts';

test.each([
  ['html', 'plain  text\nof two lines', 'plain  text\nof two lines'],
  ['html', '<p>Hi <b>Ann</b>,</p><p>one<br>two</p>', 'Hi Ann,\n\none\ntwo'],
  ['html', '&amp;lt;b&amp;gt; &amp; &uuml;&#8364;', '&lt;b&gt; & ü€'],
  ['html', '<ul><li>a</li><li>b</li></ul>', '- a\n- b'],
  [
    'html',
    '<a href="https://a.org/?x=1&amp;y=2">a</a> <a href="https://b.org">https://b.org</a>',
    'a (https://a.org/?x=1&y=2) https://b.org',
  ],
  [
    'html',
    '<img src="https://a.org/p.png" alt="Pic"><h1>Head</h1>',
    'Pic https://a.org/p.png\n\nHead',
  ],
  [
    'html',
    '<p>To do:</p><ol start="2"><li>a<ul><li>b<br>c</li></ul></li><li><p>d</p></li></ol><pre>e\n  f</pre>',
    'To do:\n\n2. a\n   - b\n     c\n\n3. d\n\ne\n  f',
  ],
  ['html', `${'<div>'.repeat(19_000)}x`, 'x'],
  ['html', '<a href="mailto:a@b.org">a@b.org</a> <a href="#top">up</a>', 'a@b.org up'],
  ['html', '<script>alert(1)</script><style>p {}</style>ok', 'ok'],
  ['html', 'I <3 you & a <b', 'I <3 you & a <b'],
  ['html', 'hidden <a href="x', 'hidden <a href="x'],
  ['html', '<blockquote>Old</blockquote>New', '> Old\n\nNew'],
  ['html', '<table><tr><td>a</td><td>b</td></tr><tr><td>c</td><td>d</td></tr></table>', 'a b\nc d'],
  ['bbcode', '[B]bold[/B] [i]it[/i] [color=#f00]red[/color]', 'bold it red'],
  [
    'bbcode',
    '[url=https://a.org]here[/url] [url]https://b.org[/url] [img]https://c.org/p.png[/img]',
    'here (https://a.org) https://b.org https://c.org/p.png',
  ],
  ['bbcode', '[quote="Bob Roe"]one\ntwo[/quote]Yes', '> Bob Roe:\n> one\n> two\nYes'],
  ['bbcode', '[list][*]a[*]b[/list]', '- a\n- b'],
  ['bbcode', '[code]x[0] = [b]1[/b][/code]', 'x[0] = [b]1[/b]'],
  ['bbcode', 'see [citation needed], a[1] and [b', 'see [citation needed], a[1] and [b'],
  ['bbcode', '[b]&quot;q&quot; &amp;lt;[/b]', '"q" &lt;'],
  [
    'phpbb',
    '<t>array[i] = list[b] and [u] plus [*] and [list] &amp;lt;b&amp;gt; text [img] tail</t>',
    'array[i] = list[b] and [u] plus [*] and [list] &lt;b&gt; text [img] tail',
  ],
  [
    'phpbb',
    '<r>So:<br/>\n<CODE><s>[code]</s><i>\n</i>def f(x):\n    if x:\n        return x[i]\n    return 2<i>\n</i><e>[/code]</e></CODE></r>',
    'So:\n\ndef f(x):\n    if x:\n        return x[i]\n    return 2',
  ],
  [
    'phpbb',
    '<r><IMG src="https://x.example/i.png"><s>[img]</s><URL url="https://x.example/i.png"><LINK_TEXT text="https://x.exa … i.png">https://x.example/i.png</LINK_TEXT></URL><e>[/img]</e></IMG> <URL url="https://a.org/?x=1&amp;y=2"><s>[url=https://a.org/?x=1&amp;y=2]</s>a<e>[/url]</e></URL> <URL url="http://www.b.org">www.b.org</URL></r>',
    'https://x.example/i.png a (https://a.org/?x=1&y=2) www.b.org',
  ],
  [
    'phpbb',
    '<r><QUOTE author="Ann" post_id="4" time="1600000000" user_id="3"><s>[quote=Ann post_id=4 time=1600000000 user_id=3]</s>One<br/>\ntwo<e>[/quote]</e></QUOTE><I><s>[i]</s>Yes<e>[/i]</e></I> <E>:)</E></r>',
    '> Ann:\n> One\n> two\nYes :)',
  ],
  [
    'phpbb',
    '<r><LIST><s>[list]</s><i>\n</i><LI><s>[*]</s>a</LI><i>\n</i><LI><s>[*]</s>b</LI><e>[/list]</e></LIST></r>',
    '- a\n- b',
  ],
  [
    'phpbb',
    '[quote=&quot;ann&quot;:1qh1i7ky]Hi[/quote:1qh1i7ky][b:1qh1i7ky]list[b] &amp;lt;[/b:1qh1i7ky]\nsecond line',
    '> ann:\n> Hi\nlist[b] &lt;\nsecond line',
  ],
  [
    'phpbb',
    '[list=1:1qh1i7ky][*:1qh1i7ky]a[/*:m:1qh1i7ky][*:1qh1i7ky]b[/*:m:1qh1i7ky][/list:o:1qh1i7ky][code:1qh1i7ky]if x:\n    y&#91;0&#93;[/code:1qh1i7ky]',
    '- a\n- b\n\nif x:\n    y[0]',
  ],
  [
    'phpbb',
    'so <!-- s:) --><img src="{SMILIES_PATH}/icon_smile.gif" alt=":)" title="Smile" /><!-- s:) --> <!-- m --><a class="postlink" href="https://a.org">https://a.org</a><!-- m --> [b]',
    'so :) https://a.org [b]',
  ],
  ['markdown', '# Head\n**bold** _it_ `a < b`\nnext', 'Head\n\nbold it a < b\nnext'],
  ['markdown', '- a\n- b\n\n> quote', '- a\n- b\n\n> quote'],
  [
    'markdown',
    '[t](https://a.org) <b>no html</b> &amp;lt; <@uid:u1>',
    't (https://a.org) <b>no html</b> &lt; <@uid:u1>',
  ],
  ['markdown', '```\nx  = 1\n```', 'x  = 1'],
] as const)('%s: %j', (markup, text, expected) => {
  expect(plainText(text, [markup])).toBe(expected);
});

test('a list of markups is read one after the other', () => {
  expect(plainText('<r><B><s>[b]</s>Hi<e>[/b]</e></B> &lt;3</r>', ['html', 'bbcode'])).toBe(
    'Hi <3',
  );
});

test.each(['html', 'bbcode', 'phpbb', 'markdown'] as const)(
  '%s: any text is read, or refused with a reason',
  (markup) => {
    const part = fc.constantFrom(
      '<b>',
      '</b>',
      '<',
      '>',
      '&lt;',
      '&',
      '[b]',
      '[/b]',
      '[b:1qh1i7ky]',
      '[/b:1qh1i7ky]',
      '<r>',
      '<URL url="x">',
      '</URL>',
      '[url=',
      '[',
      ']',
      '**',
      '`',
      '_',
      '](',
      '\n',
      '- ',
      '> ',
      'x',
      ' ',
      '"',
      '\u{1F33B}',
      '\0',
    );
    fc.assert(
      fc.property(fc.array(part, { maxLength: 40 }), (parts) => {
        expect(typeof plainText(parts.join(''), [markup])).toBe('string');
      }),
      { numRuns: 500 },
    );
  },
);

const hostile: readonly [string, string][] = [
  ['html', '<div>'.repeat(20_000)],
  ['html', '<a '.repeat(30_000)],
  ['html', '<table>'.repeat(14_000)],
  ['html', '&'.repeat(100_000)],
  ['bbcode', '[b]'.repeat(33_000)],
  ['bbcode', '[quote="'.repeat(12_000)],
  ['bbcode', '[url='.repeat(20_000)],
  ['bbcode', '[b]'.repeat(14_000) + '[/b]'.repeat(14_000)],
  ['phpbb', '<r>' + '<B>'.repeat(33_000)],
  ['phpbb', '<r>' + '<QUOTE>'.repeat(14_000)],
  ['phpbb', '<r>' + '<a '.repeat(33_000)],
  ['phpbb', '[/b:1qh1i7ky]' + '[b='.repeat(33_000)],
  ['phpbb', '[/'.repeat(50_000)],
  ['markdown', '*a _b '.repeat(16_000)],
  ['markdown', '[a](<b'.repeat(16_000)],
  ['markdown', '> '.repeat(50_000)],
  ['markdown', '` `` ```'.repeat(12_000)],
];

test.each(hostile)('hostile %s %.12j… ends', (markup, text) => {
  let outcome: unknown;
  try {
    outcome = plainText(text, [markup as 'html']);
  } catch (error) {
    outcome = error;
  }
  expect(typeof outcome === 'string' || outcome instanceof MarkupError).toBe(true);
});

test('a text that cannot be read is a reject with its reason, and the rows after it are read', async () => {
  const rows = [
    `1,<b>Ann</b>`,
    `2,${'<b>'.repeat(40_000)}`,
    `3,${'<blockquote>'.repeat(200)}x`,
    '4,Dot &amp; Co',
  ];
  const outcome = await read({
    content: `uid,name\n${rows.join('\n')}\n`,
    mapping: kindMapping.parse({ convert: { name: { markup: 'html' } } }),
  });

  expect(outcome.records.map(({ record }) => record['name'])).toEqual(['Ann', 'Dot & Co']);
  expect(
    outcome.rejected.map(({ line, problems }) => [line, problems[0]?.code, problems[0]?.message]),
  ).toEqual([
    [
      3,
      'bad-markup',
      expect.stringContaining('it has 120,000 characters, and at most 100,000 are read'),
    ],
    [4, 'bad-markup', expect.stringContaining('it is nested too deep')],
  ]);
});
