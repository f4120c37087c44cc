import { expect, test } from 'vitest';
import { message, readMessages, textsOf } from './slack-export.ts';

const texts: readonly [string, string, string][] = [
  ['a mention', 'Hi <@U0AAA2>!', 'Hi <@uid:u0aaa2>!'],
  ['a mention of the older form, with a name', '<@U0AAA2|theo>', '<@uid:u0aaa2>'],
  ['a mention of a user of another workspace', '<@W0AAA7>', '<@uid:w0aaa7>'],
  ['a rename without a user', 'changed by <@U00>', 'changed by '],
  ['a channel with a label', '<#C9|other>', '#other'],
  ['a channel without a label', '<#C0GEN>', '#general'],
  ['a channel with an empty label', '<#C0GEN|>', '#general'],
  ['a channel that is in no list', '<#C9>', '#C9'],
  ['everybody', '<!here> <!channel> <!everyone> <!group>', '@here @channel @everyone @group'],
  ['everybody, with labels', '<!here|@here> <!channel|x>', '@here @channel'],
  ['a group of users', '<!subteam^S1|@team> <!subteam^S2>', '@team @S2'],
  ['a date', '<!date^1700000000^{date}^https://x.example|14 November>', '14 November'],
  ['another command', '<!foo|bar> <!baz>', 'bar baz'],
  ['a link', '<https://x.example/?a=1&amp;b=2>', 'https://x.example/?a=1&b=2'],
  ['a link with a label', '<https://x.example|here &amp; now>', 'here & now (https://x.example)'],
  [
    'a link whose label is its address',
    '<https://x.example|https://x.example>',
    'https://x.example',
  ],
  ['an address for mail', '<mailto:a@b.example|a@b.example>', 'a@b.example'],
  ['entities, decoded once', '&amp;lt;b&amp;gt; &lt;i&gt; &amp;amp;', '&lt;b&gt; <i> &amp;'],
  ['entities that Slack does not write', '&quot; &nbsp;', '&quot; &nbsp;'],
  ['formatting, which stays', '*b* _i_ ~s~ `c` ```d``` :smile:', '*b* _i_ ~s~ `c` ```d``` :smile:'],
  ['a bracket that is none', '3 &lt; 4 > 2', '3 < 4 > 2'],
];

test.each(texts)('%s is decoded', async (_, text, expected) => {
  const all = await readMessages([message({ text })]);

  expect(textsOf(all)).toEqual([expected]);
});

test('a mentioned user of whom nothing is known is created, and named in the message', async () => {
  const all = await readMessages([message({ text: '<@U0NEW>' })]);

  expect(all.users.at(-1)).toMatchObject({
    uid: 'u0new',
    tags: ['chatferry-placeholder'],
  });
  expect(all.messages[0]).toMatchObject({
    mentionedUserDetails: { u0new: { uid: 'u0new', name: 'Unknown user U0NEW' } },
  });
});

test('a text that is only in blocks is read from them', async () => {
  const section = { type: 'section', text: { type: 'mrkdwn', text: '*Done* &amp; <@U0AAA2>' } };
  const header = { type: 'header', text: { type: 'plain_text', text: 'Build' } };
  const context = { type: 'context', elements: [{ type: 'mrkdwn', text: 'by CI' }] };
  const fields = {
    type: 'section',
    fields: [
      { type: 'mrkdwn', text: 'one' },
      { type: 'mrkdwn', text: 'two' },
    ],
  };
  const rich = {
    type: 'rich_text',
    elements: [
      {
        type: 'rich_text_section',
        elements: [
          { type: 'text', text: '1 &lt; 2 < 3 ' },
          { type: 'user', user_id: 'U0AAA2' },
          { type: 'link', url: 'https://x.example' },
          { type: 'emoji', name: 'tada' },
        ],
      },
    ],
  };

  const all = await readMessages([
    message({ text: '', blocks: [header, section, context, fields] }),
    message({ text: undefined, blocks: [rich], ts: '1736478631.000100' }),
    message({ text: 'own', blocks: [rich], ts: '1736478632.000100' }),
  ]);

  expect(textsOf(all)).toEqual([
    'Build\n*Done* & <@uid:u0aaa2>\nby CI\none\ntwo',
    '1 &lt; 2 < 3 <@uid:u0aaa2>https://x.example:tada:',
    'own',
  ]);
});

test('blocks of an application are shown in place of the text of the notification', async () => {
  const section = { type: 'section', text: { type: 'mrkdwn', text: 'v7 FAILED: disk full' } };
  const card = { fallback: '[no preview available]', blocks: [section] };

  const all = await readMessages([
    message({ text: 'New deploy', blocks: [section] }),
    message({ text: 'Call', blocks: [{ type: 'call' }], ts: '1736478631.000100' }),
    message({ text: '', attachments: [card], ts: '1736478632.000100' }),
  ]);

  expect(textsOf(all)).toEqual(['v7 FAILED: disk full', 'Call', 'v7 FAILED: disk full']);
  expect(all.account.notes).toContainEqual({
    subject: 'messages',
    fact: 'with the text of their blocks, in place of that of the notification',
    count: 1,
  });
});

test('pictures and tables have their words and addresses in the text', async () => {
  const title = { type: 'plain_text', text: 'cat gif' };
  const address = 'https://media.example/x.gif';
  const picture = { type: 'image', image_url: address, alt_text: 'cat' };
  const cells = [
    { type: 'raw_text', text: 'one & two' },
    richText([{ type: 'text', text: 'three' }]),
  ];
  const table = { type: 'table', rows: [cells, cells.slice(1)] };
  const icon = { type: 'context', elements: [picture, { type: 'mrkdwn', text: 'by CI' }] };

  const all = await readMessages([
    message({ text: '', blocks: [{ ...picture, title }] }),
    message({ text: '', blocks: [picture, icon], ts: '1736478631.000100' }),
    message({ text: '', attachments: [{ blocks: [table] }], ts: '1736478632.000100' }),
    message({
      text: '',
      attachments: [{ fallback: 'giphy', image_url: `${address}?t=xoxe-1-secret` }],
      ts: '1736478633.000100',
    }),
  ]);

  expect(textsOf(all)).toEqual([
    'cat gif\nhttps://media.example/x.gif',
    'cat\nhttps://media.example/x.gif\nby CI',
    'one & two | three\nthree',
    'giphy\nhttps://media.example/x.gif?t=',
  ]);
});

test('formatted text without a copy keeps all of its parts, and quotes and code their lines', async () => {
  const parts = [
    { type: 'text', text: 'ask ' },
    { type: 'usergroup', usergroup_id: 'S1' },
    { type: 'link', url: 'https://l.example', text: 'the <page>' },
    { type: 'date', timestamp: 1_700_000_000, format: '{date}', fallback: '14 November' },
    { type: 'color', value: '#ff0000' },
  ];
  const quote = [
    { type: 'text', text: 'Hi ' },
    { type: 'user', user_id: 'U0AAA2' },
    { type: 'text', text: ' a<b' },
  ];

  const all = await readMessages([
    message({ text: '', blocks: [richText(parts)] }),
    message({ text: '', blocks: [richText(quote, 'rich_text_quote')], ts: '1736478631.000100' }),
    message({
      text: '',
      blocks: [richText(quote, 'rich_text_preformatted')],
      ts: '1736478632.000100',
    }),
  ]);

  expect(textsOf(all)).toEqual([
    'ask @S1the <page> (https://l.example)14 November#ff0000',
    'Hi <@uid:u0aaa2> a<b',
    'Hi <@uid:u0aaa2> a<b',
  ]);
});

function richText(elements: readonly object[], type = 'rich_text_section'): object {
  return { type: 'rich_text', elements: [{ type, elements }] };
}

test('a card is part of the text, and only the preview of a link next to a text is not carried', async () => {
  const card = {
    title: 'Deploy',
    title_link: 'https://ci.example/7?t=xoxe-1-secret',
    text: 'finished',
    fields: [{ title: 'took', value: '5 s' }],
    fallback: 'no',
  };
  const preview = { title: 'A page', from_url: 'https://x.example', text: 'About' };

  const all = await readMessages([
    message({ text: '', attachments: [card] }),
    message({ text: '', attachments: [{ fallback: 'only this' }], ts: '1736478631.000100' }),
    message({ text: 'See <https://x.example>', attachments: [preview], ts: '1736478632.000100' }),
    message({ text: 'Build 77', attachments: [card, preview], ts: '1736478633.000100' }),
    message({ text: '', attachments: [preview], ts: '1736478634.000100' }),
  ]);

  expect(textsOf(all)).toEqual([
    'Deploy (https://ci.example/7?t=)\nfinished\ntook: 5 s',
    'only this',
    'See https://x.example',
    'Build 77\nDeploy (https://ci.example/7?t=)\nfinished\ntook: 5 s',
    'A page\nAbout',
  ]);
  expect(all.notCarried).toMatchObject([
    { type: 'previews', title: 'A page', address: 'https://x.example', line: 3 },
    { type: 'previews', title: 'A page', address: 'https://x.example', line: 4 },
  ]);
});

test('a message with nothing in it is filtered', async () => {
  const all = await readMessages([
    message({ text: ' ' }),
    message({ text: undefined, ts: '1736478631.000100' }),
  ]);

  expect(all.messages).toEqual([]);
  expect(all.filtered).toEqual({ 'there is neither text nor file': 2 });
});
