import { describe, expect, test } from 'vitest';
import { type File, read } from './reading.ts';

/** A text as it looks when its UTF-8 is read as another encoding. */
function misread(text: string, encoding: 'latin1' | 'windows-1252'): string {
  const bytes = Buffer.from(text);
  return encoding === 'latin1' ? bytes.toString('latin1') : new TextDecoder(encoding).decode(bytes);
}

async function named(file: File) {
  const { records, warnings } = await read(file);
  const found = warnings.filter(({ code }) => code === 'misread-text');
  return {
    names: records.map(({ record }) => record['name']),
    warned: found.map(({ record, field }) => `${record} ${field}`),
  };
}

const texts = ['Zoë', 'façon 😠', 'Борис', '日本', 'it’s', '“quoted”', 'naïve café — €5'];

describe.each(['latin1', 'windows-1252'] as const)('UTF-8 that was read as %s', (encoding) => {
  const repair = encoding === 'latin1' ? 'latin1' : 'cp1252';
  const wrong = texts.map((text) => misread(text, encoding));
  const csv = `uid,name\n${wrong.map((name, index) => `u${index},${name}`).join('\n')}\n`;
  const json = wrong.map((name, index) => JSON.stringify({ uid: `u${index}`, name })).join('\n');
  const escaped = json.replaceAll(
    /[\u0080-\uFFFF]/g,
    (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );

  test.each<[string, File]>([
    ['CSV', { content: csv }],
    ['NDJSON', { format: 'ndjson', content: json }],
    ['NDJSON with escapes', { format: 'ndjson', content: escaped }],
  ])('is warned of, and repaired as configured: %s', async (_, file) => {
    expect(await named(file)).toEqual({
      names: wrong,
      warned: texts.map((_text, index) => `u${index} name`),
    });
    expect(await named({ ...file, mapping: { convert: { name: { repair } } } })).toEqual({
      names: texts,
      warned: [],
    });
  });
});

const right = [
  'Zoë',
  'FAÇON',
  'Ã',
  '« à la carte »',
  'São Paulo',
  'Ünïcödé',
  'Ã©ÿ',
  'Â\u00A0 λ',
  'Борис',
];

test.each(right)('a text of another form is neither warned of nor changed: %s', async (name) => {
  const content = JSON.stringify({ uid: 'u', name });

  for (const repair of ['latin1', 'cp1252'] as const)
    expect(
      await named({ format: 'ndjson', content, mapping: { convert: { name: { repair } } } }),
    ).toEqual({ names: [name], warned: [] });
});

test('texts in the data and the users of a message are found, too', async () => {
  const content = JSON.stringify({
    muid: 'm',
    sender: 'a',
    receiverType: 'user',
    receiver: 'b',
    sentAt: 1_700_000_000,
    data: { text: 'CafÃ©', metadata: { place: 'KÃ¶ln' } },
    senderUserDetails: { uid: 'a', name: 'ZoÃ«' },
  });

  const { warned } = await named({ kind: 'messages', format: 'ndjson', content });

  expect(warned).toEqual(['m data.text', 'm data.metadata.place', 'm senderUserDetails.name']);
});
