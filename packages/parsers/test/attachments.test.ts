import { expect, test } from 'vitest';
import { read } from './reading.ts';

const mapping = {
  columns: {
    'files[*].u': 'data.attachments[*].url',
    'files[*].n': 'data.attachments[*].name',
    'files[*].t': 'data.attachments[*].mimeType',
  },
  constants: { sender: 'ann', receiver: 'bob', receiverType: 'user', sentAt: 1_700_000_000 },
};

const site = 'https://f.example.org';

test.each<[string, object, object, string]>([
  [
    'the extension of the address',
    { u: `${site}/o/images%2Fcat.JPG?alt=media` },
    { name: 'images/cat.JPG', extension: 'jpg', mimeType: 'image/jpeg' },
    'image',
  ],
  [
    'the extension of the name',
    { u: `${site}/o/1`, n: 'a.mp3' },
    { name: 'a.mp3', extension: 'mp3', mimeType: 'audio/mpeg' },
    'audio',
  ],
  [
    'the extension of the address, where the name has none',
    { u: `${site}/1.mp4`, n: 'Party' },
    { name: 'Party', extension: 'mp4', mimeType: 'video/mp4' },
    'video',
  ],
  [
    'the MIME type',
    { u: `${site}/o/1`, t: 'audio/ogg; codecs=opus' },
    { name: '1', extension: 'ogg', mimeType: 'audio/ogg' },
    'audio',
  ],
  [
    'a word in place of the MIME type, for the message only',
    { u: `${site}/o/1`, t: 'photo' },
    { name: '1', extension: 'bin', mimeType: 'application/octet-stream' },
    'image',
  ],
  [
    'the extension, and not a word that contradicts it',
    { u: `${site}/o/1.pdf`, t: 'image' },
    { name: '1.pdf', extension: 'pdf', mimeType: 'application/pdf' },
    'file',
  ],
  [
    'nothing',
    { u: site },
    { name: 'f.example.org', extension: 'bin', mimeType: 'application/octet-stream' },
    'file',
  ],
])('an attachment is described by %s', async (_, file, expected, type) => {
  const content = JSON.stringify({ muid: 'm', files: [file] });

  const { records, rejected } = await read({
    kind: 'messages',
    format: 'ndjson',
    content,
    mapping,
  });

  expect(rejected).toEqual([]);
  expect(records[0]!.record).toMatchObject({ type, data: { attachments: [expected] } });
});

test('of a relative address, the address is what is wrong', async () => {
  const content = JSON.stringify({ muid: 'm', files: [{ u: '/uploads/1.png' }] });

  const { rejected } = await read({ kind: 'messages', format: 'ndjson', content, mapping });

  expect(rejected[0]!.problems).toMatchObject([
    { code: 'bad-url', field: 'data.attachments.0.url', value: '/uploads/1.png' },
  ]);
});

test.each([', ', ';', '|', ' ', '\n'])(
  'addresses with %j between them are a list',
  async (between) => {
    const photos = [`${site}/1,2.png`, `${site}/3.png`].join(between);
    const content = JSON.stringify({ muid: 'm', photos });
    const columns = { photos: 'data.attachments[*].url' };

    const { records } = await read({
      kind: 'messages',
      format: 'ndjson',
      content,
      mapping: { ...mapping, columns },
    });

    const { attachments } = records[0]!.record['data'] as { attachments: { url: string }[] };
    expect(attachments.map(({ url }) => url)).toEqual([`${site}/1,2.png`, `${site}/3.png`]);
  },
);
