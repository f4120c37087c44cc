import { expect, test } from 'vitest';
import { metadataOf, textsOf } from '../../read-all.ts';
import { androidChat, iosChat, namesOf, readChat, sendersOf } from './example.ts';

const system = 'a line of WhatsApp, and systemMessages is skip';

test.each([
  ['You deleted this message'],
  ['Diese Nachricht wurde gelöscht.'],
  ['Se eliminó este mensaje.'],
  ['Ce message a été supprimé'],
  ['Esta mensagem foi apagada'],
  ['Questo messaggio è stato eliminato'],
  ['Dit bericht is verwijderd'],
  ['Bu mesaj silindi'],
  ['此消息已被删除'],
  ['This message was deleted by admin Per.'],
])('%s marks a deleted message, from both phones', async (marker) => {
  for (const text of [androidChat([marker]), iosChat([`\u200E${marker}`])]) {
    const all = await readChat(text);
    expect(textsOf(all)).toEqual(['hello']);
    expect(all.filtered).toMatchObject({ 'the message was deleted': 1 });
  }
});

test('a text about a deleted message is carried', async () => {
  const all = await readChat(androidChat(['Why? This message was deleted', 'null and void']));

  expect(textsOf(all)).toEqual(['hello', 'Why? This message was deleted', 'null and void']);
});

test('a sentence that several people repeat, in a language that is not known, is a question', async () => {
  const marker = 'Þessum skilaboðum var eytt';
  const lines = ['Ann', 'Bo', 'Ann'].map((name) => `13/03/2024, 10:00 - ${name}: ${marker}\n`);
  const text = lines.join('');
  const known = `13/03/2024, 09:00 - Messages and calls are end-to-end encrypted.\n${text}`;

  await expect(readChat(text)).rejects.toMatchObject({
    code: 'open-question',
    message: expect.stringContaining(
      '"Þessum skilaboðum var eytt" 3 times, by several people, in a language whose words for a deleted message are not known.',
    ) as string,
  });
  const deleted = await readChat(text, { deletedTexts: [marker] });
  const kept = await readChat(text, { deletedTexts: [] });
  expect(deleted.filtered).toEqual({ 'the message was deleted': 3 });
  expect(kept.messages).toHaveLength(3);
  expect((await readChat(known)).messages).toHaveLength(3);
  expect((await readChat(text.replaceAll(marker, 'see you there'))).messages).toHaveLength(3);
});

test('media for one view, and messages without a text, are not carried', async () => {
  const all = await readChat(androidChat(['null', '']));

  expect(textsOf(all)).toEqual(['hello']);
  expect(all.filtered).toMatchObject({
    'the text is null, as for media to be viewed once': 1,
    'there is neither text nor file': 1,
  });
});

test('placeholders and notices that nothing marks are lines of WhatsApp', async () => {
  const all = await readChat(
    androidChat([
      'Waiting for this message. This may take a while.',
      'Messages and calls are end-to-end encrypted. Tap to learn more.',
      'WhatsApp is end-to-end encrypted, I think',
    ]),
  );

  expect(textsOf(all)).toEqual(['hello', 'WhatsApp is end-to-end encrypted, I think']);
  expect(all.filtered).toEqual({ [system]: 3 });
});

test('edits lose their marker, in known languages and where iOS marks it', async () => {
  const android = await readChat(androidChat(['ok <This message was edited>', 'a <b c d e>']));
  const ios = await readChat(
    iosChat(['gut \u200E<Diese Nachricht wurde bearbeitet.>', 'gott \u200E<Þessu var breytt>']),
  );

  expect(textsOf(android)).toEqual(['hello', 'ok', 'a <b c d e>']);
  expect(metadataOf(android)).toEqual([undefined, { edited: true }, undefined]);
  expect(textsOf(ios)).toEqual(['hello', 'gut', 'gott']);
});

test('files that the export was made without are named in the text, and listed', async () => {
  const android = await readChat(androidChat(['<Media omitted>', '<Medien ausgeschlossen>\nlook']));
  const ios = await readChat(
    iosChat([
      '\u200Eimage omitted',
      '\u200EBild weggelassen',
      'a.pdf • \u200E1 Seite \u200EDokument weggelassen',
    ]),
  );

  expect(textsOf(android)).toEqual(['hello', '[file media]', 'look\n[file media]']);
  expect(textsOf(ios)).toEqual([
    'hello',
    '[file image]',
    '[file bild]',
    'a.pdf • \u200E1 Seite\n[file dokument]',
  ]);
  expect(ios.notCarried).toHaveLength(3);
  expect(ios.notCarried[0]).toMatchObject({
    type: 'files',
    reason: 'the export was made without media',
  });
});

test('files are found in any language by names that WhatsApp gives, and by words in known ones', async () => {
  const android = await readChat(
    androidChat([
      'IMG-20240313-WA0001.jpg (skrá fylgir)',
      'Plan (2).pdf (Datei angehängt)',
      'Plan.pdf (see page 2)',
    ]),
  );
  const ios = await readChat(
    iosChat([
      '\u200E<anhang: 00000012-PHOTO-2024-03-01-10-00-00.jpg>',
      'look \u200E<attached: 00000013-Plan.pdf>',
      '<b: c.d>',
    ]),
  );

  expect(textsOf(android)).toEqual([
    'hello',
    '[file IMG-20240313-WA0001.jpg]',
    '[file Plan (2).pdf]',
    'Plan.pdf (see page 2)',
  ]);
  expect(textsOf(ios)).toEqual([
    'hello',
    '[file 00000012-PHOTO-2024-03-01-10-00-00.jpg]',
    'look\n[file 00000013-Plan.pdf]',
    '<b: c.d>',
  ]);
});

test('votes and places stay texts; calls and other lines of iOS are filtered', async () => {
  const all = await readChat(
    iosChat([
      '\u200EPOLL:\nLunch?\n\u200EOPTION: Soup (1 vote)\n\u200EOPTION: Bread (0 votes)',
      '\u200ELocation: https://maps.google.com/?q=1.0,2.0',
      '\u200EVoice call, \u200E5 min',
    ]),
  );

  expect(textsOf(all)).toEqual([
    'hello',
    'POLL:\nLunch?\nOPTION: Soup (1 vote)\nOPTION: Bread (0 votes)',
    'Location: https://maps.google.com/?q=1.0,2.0',
  ]);
  expect(all.filtered).toMatchObject({ [system]: 2 });
});

test('mentions: numbers and names between marks of known people; numbers of others are hidden', async () => {
  const texts = [
    '@\u2068Bo\u2069 hi',
    'hi @491701234567, @491709999999!',
    'a@491701234567.example https://x.example/@491701234567',
    '@\u2068Zoe\u2069 and @Bo',
  ];
  const text = `${androidChat(texts)}13/03/2024, 18:00 - +49 170 1234567: hi\n`;
  const all = await readChat(text);
  const kept = await readChat(text, { phoneNumbers: 'keep' });

  const [bo, number] = ['Bo', 'WhatsApp …4567'].map(
    (name) => Object.entries(namesOf(all)).find(([, each]) => each === name)![0],
  );
  expect(textsOf(all).slice(1, -1)).toEqual([
    `<@uid:${bo}> hi`,
    `hi <@uid:${number}>, @…9999!`,
    'a@491701234567.example https://x.example/@491701234567',
    '@Zoe and @Bo',
  ]);
  expect(textsOf(kept)[2]).toBe('hi <@uid:491701234567>, @491709999999!');
});

test('numbers are neither ids nor names nor in records that are listed, unless phoneNumbers is keep', async () => {
  const long = 'x'.repeat(70_000);
  const text = [
    '13/03/2024, 10:00 - +49 170 1234567 created group "Team"',
    '13/03/2024, 10:01 - +49 170 1234567: hi',
    `13/03/2024, 10:02 - +49 170 1234567: ${long}`,
    '13/03/2024, 10:03 - \u202A+49 170 1234567\u202C: again',
    '13/03/2024, 10:04 - +49 170\u20111234567: and again',
    '13/03/2024, 10:05 - ~\u202F491701234567: as a name',
    '',
  ].join('\n');
  const all = await readChat(text, { systemMessages: 'text' });
  const kept = await readChat(text, { phoneNumbers: 'keep' });

  expect(all.rejected).toHaveLength(1);
  expect(all.everything).not.toMatch(/170.?1234567/);
  expect(all.users).toHaveLength(1);
  expect(kept.users).toEqual([{ uid: '491701234567', name: '+49 170 1234567' }]);
});

test('a name ends at the first colon, but has one that all of its lines have', async () => {
  const all = await readChat(
    [
      '13/03/2024, 10:00 - Ann: note: buy milk',
      '13/03/2024, 10:01 - Ann: note: and bread',
      '13/03/2024, 10:02 - Ann: ok: fine',
      '13/03/2024, 10:03 - Dr: Bo: hello',
      '13/03/2024, 10:04 - Dr: Bo: are you well?',
      '13/03/2024, 10:05 - Dr: Bo: time: now',
      '',
    ].join('\n'),
  );

  expect(sendersOf(all)).toEqual(['Ann', 'Ann', 'Ann', 'Dr: Bo', 'Dr: Bo', 'Dr: Bo']);
  expect(textsOf(all)).toEqual([
    'note: buy milk',
    'note: and bread',
    'ok: fine',
    'hello',
    'are you well?',
    'time: now',
  ]);
});

test('a name with a colon before the marker of a deleted message of iOS is a name, and the marker is no text', async () => {
  const all = await readChat(
    [
      '[13.03.24, 10:00:00] Em: God: \u200EThis message was deleted.',
      '[13.03.24, 10:01:00] Em: God: hello',
      '[13.03.24, 10:02:00] Em: hi',
      '',
    ].join('\n'),
  );

  expect(sendersOf(all)).toEqual(['Em: God', 'Em']);
  expect(textsOf(all)).toEqual(['hello', 'hi']);
});
