import { expect, test } from 'vitest';
import { slackParts } from './example.ts';
import { general, message, readMessages, readParts } from './slack-export.ts';

const picture = {
  id: 'F1',
  name: 'a.png',
  mimetype: 'image/png',
  mode: 'hosted',
  size: 120,
  url_private: 'https://files.slack.com/files-pri/T1-F1/a.png?t=xoxe-1-secret',
};

test('each file is a message; the text is with the first, and all are found by the id of the message', async () => {
  const video = { ...picture, id: 'F2', name: 'b.mp4', mimetype: 'video/mp4' };

  const all = await readMessages([message({ text: 'Look', files: [picture, video] })]);

  expect(all.messages).toMatchObject([
    { muid: 'slack-C0GEN-1736478630-000100', type: 'image', data: { text: 'Look' } },
    { muid: 'slack-C0GEN-1736478630-000100-f2', type: 'video' },
  ]);
  expect(all.messages[1]!['data']).not.toHaveProperty('text');
  expect(all.places.messages).toEqual(['general/2025-01-10.json:1', 'general/2025-01-10.json:1']);
});

test.each([
  ['?t=xoxe-1-secret', ''],
  ['?token=xoxe-1-secret', ''],
  ['?a=1&token=xoxe-1-secret', '?a=1'],
  ['?t=anything', ''],
  ['?pub_secret=xoxe.xoxb-1-secret', ''],
])('the token in %s does not reach the plan', async (query, kept) => {
  const url = 'https://files.slack.com/files-pri/T1-F1/a.png';

  const all = await readMessages([message({ files: [{ ...picture, url_private: url + query }] })]);

  expect(all.messages).toMatchObject([{ data: { attachments: [{ url: url + kept }] } }]);
  expect(all.everything).not.toContain('xox');
});

test('the access to a file is noted: a login, another site, or the export', async () => {
  const drive = {
    id: 'F2',
    title: 'A sheet',
    mode: 'external',
    mimetype: 'application/vnd.google-apps.spreadsheet',
    url_private: 'https://docs.google.com/x?t=7',
  };
  const parts = slackParts(
    {
      'general/2025-01-10': [
        message({ files: [picture, drive, { ...picture, id: 'F3' }, { ...picture, id: 'F4' }] }),
      ],
    },
    { channels: [general] },
  );

  const all = await readParts([
    ...parts,
    { name: '__uploads/F3/a.png', text: 'png' },
    { name: 'general/attachments/F4-a.png', text: 'png' },
  ]);

  expect(all.messages.map(({ data }) => (data as { metadata: object }).metadata)).toEqual([
    { slackFileId: 'F1', fileAccess: 'login' },
    { slackFileId: 'F2', fileAccess: 'link' },
    { slackFileId: 'F3', fileAccess: 'archive' },
    { slackFileId: 'F4', fileAccess: 'archive' },
  ]);
  expect(all.messages[1]).toMatchObject({
    type: 'file',
    data: { attachments: [{ url: 'https://docs.google.com/x?t=7', name: 'A sheet' }] },
  });
  expect(
    all.account.notes.filter(({ subject }) => subject === 'files').map(({ count }) => count),
  ).toEqual([1, 1, 2]);
});

test.each([
  [{ mode: 'tombstone' }, 'deleted in Slack'],
  [{ mode: 'hidden_by_limit' }, 'hidden by the limit of the plan'],
  [{ file_access: 'access_denied' }, 'not accessible to the export'],
  [{ file_access: 'file_not_found' }, 'not found by the export'],
  [{ file_access: 'check_file_info' }, 'not described by the export'],
  [{ name: 'a.png' }, 'without an address'],
  [{ name: 'a.png', url_private: 'attachments/F9-a.png' }, 'without an address'],
])('a file like %j is listed, and its message stays', async (stub, reason) => {
  const all = await readMessages([
    message({ text: 'Look', files: [{ id: 'F9', ...stub }] }),
    message({ text: '', files: [{ id: 'F9', ...stub }], ts: '1736478631.000100' }),
  ]);

  expect(all.messages).toMatchObject([
    { type: 'text', data: { text: 'Look' } },
    { type: 'text', data: { text: 'name' in stub ? '[file a.png]' : `[file ${reason}]` } },
  ]);
  expect(all.notCarried).toMatchObject([
    { type: 'files', reason, id: 'F9', muid: 'slack-C0GEN-1736478630-000100' },
    { type: 'files', reason, id: 'F9' },
  ]);
});

test('old exports have a single file, and announce it in the text', async () => {
  const file = { ...picture, initial_comment: { user: 'U0AAA1', comment: 'My &lt;cat&gt;' } };
  const announced = '<@U0AAA1|mira> uploaded a file: <https://x.slack.com/files/a|a.png>';

  const all = await readMessages([
    message({ subtype: 'file_share', text: `${announced} and commented: no`, file }),
    message({ subtype: 'file_share', text: announced, file: picture, ts: '1736478631.000100' }),
    message({
      subtype: 'file_share',
      text: `${announced} and commented: yes`,
      file: picture,
      ts: '1736478632.000100',
    }),
    message({ subtype: 'file_share', text: 'Just a text', file: picture, ts: '1736478633.000100' }),
  ]);

  expect(all.messages.map(({ data }) => (data as { text?: string }).text)).toEqual([
    'My <cat>',
    undefined,
    'yes',
    'Just a text',
  ]);
  expect(all.messages.every(({ type }) => type === 'image')).toBe(true);
});

test('a forwarded message has the text and the files of the card that shows it', async () => {
  const files = [
    {
      id: 'F9',
      name: 'plan.pdf',
      mimetype: 'application/pdf',
      url_private: 'https://files.slack.com/F9/plan.pdf',
    },
  ];
  const address = 'https://x.slack.com/archives/C1/p1';
  const card = { is_share: true, author_id: 'U0AAA2', text: 'see this', from_url: address, files };

  const all = await readMessages([
    message({ text: '', attachments: [card] }),
    message({ text: 'look', files: [picture], attachments: [card], ts: '1736478631.000100' }),
  ]);

  expect(all.messages).toMatchObject([
    { data: { text: 'see this', attachments: [{ name: 'plan.pdf' }] } },
    { data: { text: 'look\nsee this', attachments: [{ name: 'a.png' }] } },
    { muid: 'slack-C0GEN-1736478631-000100-f2', data: { attachments: [{ name: 'plan.pdf' }] } },
  ]);
  expect(all.notCarried).toEqual([]);
});
