import { expect, test } from 'vitest';
import { textsOf } from '../../read-all.ts';
import { androidChat, iosChat, namesOf, readChat, sendersOf } from './example.ts';

const team = 'WhatsApp Chat with Team.txt';
const header = (minute: number): string => `13/03/2024, 10:${String(minute).padStart(2, '0')} - `;
const group = (lines: readonly string[]): string =>
  lines.map((line, index) => `${header(index)}${line}\n`).join('');

test('two people and no line about a group are a conversation of two', async () => {
  const all = await readChat(androidChat(['x']));
  const skipped = await readChat(androidChat(['x']), { directMessages: 'skip' });

  expect(all.groups).toEqual([]);
  const [bo, ann] = Object.keys(namesOf(all)).map((uid) => uid);
  expect(all.messages).toMatchObject([
    { sender: bo, receiver: ann, receiverType: 'user' },
    { sender: ann, receiver: bo, receiverType: 'user' },
  ]);
  expect(skipped.filtered).toMatchObject({ 'directMessages is skip': 2 });
});

test('where only one of two people wrote, me is the other one; without it, it is a group of one', async () => {
  const ofBo = group(['Bo: hi', 'Bo: are you there?', 'Bo: x']);
  const mine = ofBo.replaceAll('Bo', 'Ann');

  expect((await readChat(ofBo, { me: 'Ann' })).messages[0]).toMatchObject({ receiverType: 'user' });
  const toBo = await readChat(mine, { me: 'Ann' });
  expect(toBo.messages[0]).toMatchObject({ receiverType: 'user' });
  expect(Object.values(namesOf(toBo))).toEqual(['Ann', 'Bo']);
  expect((await readChat(ofBo)).messages[0]).toMatchObject({ receiverType: 'group' });
});

test('two people who wrote, neither of whom exported, are in a group with the person who did', async () => {
  const all = await readChat(androidChat(['x']), { me: 'Cy' });

  expect(all.messages.map(({ receiverType }) => receiverType)).toEqual(['group', 'group']);
  expect(Object.values(namesOf(all))).toEqual(['Bo', 'Ann']);
  expect(all.account.notes.map(({ fact }) => fact)).toContain(
    'without a message of the person who is named under me',
  );
});

test.each([
  [
    'English',
    [
      'Ann created group "Team"',
      'Ann added Bo, Cy and Di',
      "Ed joined using this group's invite link",
      'Cy left',
      'Ann removed Di',
      'You added Fi',
    ],
  ],
  [
    'German',
    [
      'Ann hat die Gruppe „Team“ erstellt',
      'Ann hat Bo, Cy und Di hinzugefügt',
      'Ed ist über den Einladungslink beigetreten',
      'Cy hat die Gruppe verlassen',
      'Ann hat Di entfernt',
      'Du hast Fi hinzugefügt',
    ],
  ],
  [
    'Spanish',
    [
      'Ann creó el grupo "Team"',
      'Ann añadió a Bo, Cy y Di',
      'Ed se unió usando el enlace de invitación',
      'Cy salió del grupo',
      'Ann eliminó a Di',
      'Añadiste a Fi',
    ],
  ],
  [
    'French',
    [
      'Ann a créé le groupe « Team »',
      'Ann a ajouté Bo, Cy et Di',
      "Ed a rejoint le groupe via le lien d'invitation",
      'Cy a quitté le groupe',
      'Ann a retiré Di',
      'Vous avez ajouté Fi',
    ],
  ],
  [
    'Portuguese',
    [
      'Ann criou o grupo "Team"',
      'Ann adicionou Bo, Cy e Di',
      'Ed entrou usando o link de convite',
      'Cy saiu',
      'Ann removeu Di',
      'Você adicionou Fi',
    ],
  ],
  [
    'Italian',
    [
      'Ann ha creato il gruppo "Team"',
      'Ann ha aggiunto Bo, Cy e Di',
      'Ed si è unito tramite il link di invito',
      'Cy ha abbandonato',
      'Ann ha rimosso Di',
      'Hai aggiunto Fi',
    ],
  ],
  [
    'Dutch',
    [
      'Ann heeft de groep "Team" gemaakt',
      'Ann heeft Bo, Cy en Di toegevoegd',
      'Ed is toegetreden via de uitnodigingslink',
      'Cy heeft de groep verlaten',
      'Ann heeft Di verwijderd',
      'Je hebt Fi toegevoegd',
    ],
  ],
])(
  'members of a group in %s: who created it, was added or joined; not who left last',
  async (_language, lines) => {
    const all = await readChat(group([...lines, 'Gi: hi']), { me: 'Me' }, team);

    const names = namesOf(all);
    const members = all.members.map(({ uid }) => names[String(uid)]);
    expect(new Set(members)).toEqual(new Set(['Ann', 'Bo', 'Ed', 'Fi', 'Gi', 'Me']));
    expect(all.messages).toMatchObject([{ receiverType: 'group' }]);
  },
);

test('iOS has lines of WhatsApp under the name of the group, which is no person', async () => {
  const text = [
    '[13.03.24, 09:00:00] Team: \u200EMessages and calls are end-to-end encrypted.',
    '[13.03.24, 09:00:01] ~\u202FAnn: \u200E~\u202FAnn created this group',
    '[13.03.24, 09:00:02] ~\u202FAnn: hello',
    '[13.03.24, 09:00:03] Bo: hi',
    '',
  ].join('\r\n');
  const all = await readChat(text, {}, 'WhatsApp Chat - Team/_chat.txt');
  const unknown = await readChat(
    text.replace('created this group', 'bjó til hóp'),
    {},
    'WhatsApp Chat - Team/_chat.txt',
  );

  expect(Object.values(namesOf(all))).toEqual(['Ann', 'Bo']);
  expect(all.groups).toMatchObject([{ name: 'Team' }]);
  expect(unknown.groups).toMatchObject([{ name: 'Team' }]);
});

test('lines of WhatsApp as texts are from the person who is named first', async () => {
  const lines = [
    'Ann created group "Team"',
    'You added Bo',
    'Bo: hi',
    'Messages are end-to-end encrypted',
  ];
  const all = await readChat(group(lines), { systemMessages: 'text', me: 'Me' }, team);

  expect(sendersOf(all)).toEqual(['Ann', 'Me', 'Bo']);
  expect(textsOf(all)).toEqual(['(Ann created group "Team")', '(You added Bo)', 'hi']);
  expect(all.filtered).toEqual({
    'a line of WhatsApp that does not begin with a known name': 1,
  });
});

test('a chat that was renamed by hand has the title that its lines state', async () => {
  const lines = [
    'Ann created group "Old"',
    'Ann: hi',
    'Ann changed the subject from "Old" to "To: all"',
    'Bo: x',
    'Cy: y',
  ];
  const all = await readChat(group(lines), {}, 'chat7.txt');

  expect(all.groups).toMatchObject([{ name: 'To: all' }]);
  expect(Object.values(namesOf(all))).toEqual(['Ann', 'Bo', 'Cy']);
});

test('You as a sender is the person who exported', async () => {
  const all = await readChat(androidChat(['x']).replace('- Ann:', '- You:'), { me: 'Ann' });

  expect(sendersOf(all)).toEqual(['Bo', 'Ann']);
});

test('the same name is the same person in all chats, whatever marks and blanks it has', async () => {
  const all = await readChat(iosChat(['x', 'y']).replace('] Ann: y', '] \u202AAnn\u202C: y'));

  expect(all.users).toHaveLength(2);
});
