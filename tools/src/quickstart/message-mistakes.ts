import { DAMAGED, GONE, GROUP_OF_GONE, NO_GROUP } from './absent.ts';
import { DAY, type Forum, type ForumMessage } from './forum-records.ts';
import { merged, rejected, type SampleRow, warned } from './sample-row.ts';

/** What goes wrong in an export of messages. */
export function messageMistakes(
  { users, members, messages }: Forum,
  today: number,
): SampleRow<ForumMessage>[] {
  const uid = users[5]!.uid;
  const friend = users[8]!.uid;
  const sentAt = today - 40 * DAY;
  let count = 0;
  /** A message that is fine but for what `changes` says. */
  const message = (text: string, changes: Partial<ForumMessage> = {}): ForumMessage => ({
    muid: `stray-${++count}`,
    sender: uid,
    receiverType: 'user',
    receiver: friend,
    category: 'message',
    type: 'text',
    data: { text },
    sentAt: sentAt + count * 60,
    ...changes,
  });
  const notInChoir = users.filter(
    (user) =>
      user.deactivatedAt === undefined &&
      user.createdAt < sentAt &&
      !members.some((member) => member.guid === 'depot-choir' && member.uid === user.uid),
  );

  return [
    ...[10, 250, 700].map((index) => ({
      row: messages[index]!,
      finding: merged(`${messages[index]!.muid} a second time, word for word`),
    })),
    {
      row: { ...messages[500]!, data: { text: 'Edited: forget what I said.' } },
      finding: rejected(`${messages[500]!.muid} again, with another text`, 'duplicate-id'),
    },
    {
      row: { ...messages[900]!, sentAt: messages[900]!.sentAt + 1 },
      finding: rejected(`${messages[900]!.muid} again, a second later`, 'duplicate-id'),
    },
    { row: message(''), finding: rejected('an empty text', 'blank-text') },
    { row: message(' \n\t '), finding: rejected('only white space', 'blank-text') },
    {
      row: message('', toGroup('bike-kitchen')),
      finding: rejected('an empty text', 'blank-text'),
    },
    ...[210, 420, 1100].map((days) => ({
      row: message('From the good old days.', { sentAt: today - days * DAY }),
      finding: rejected('older than six months', 'too-old' as const),
    })),
    {
      row: message('Sent by the new app.', { sentAt: sentAt * 1000 + 120 }),
      finding: rejected('sentAt in milliseconds', 'milliseconds'),
    },
    {
      row: message('Read by the new app.', { readAt: (sentAt + 4000) * 1000 }),
      finding: rejected('readAt in milliseconds', 'milliseconds'),
    },
    {
      row: message('See you in a while.', { sentAt: today + 3000 * DAY }),
      finding: rejected('sent in the future', 'future-time'),
    },
    {
      raw: JSON.stringify(message('The export stopped in the middle of')).slice(0, 150),
      finding: rejected('a line that ends in the middle', 'bad-json'),
    },
    {
      raw: '["post", 48211, "hello"]',
      finding: rejected('a list, not an object', 'not-an-object'),
    },
    {
      row: message('The bot cut this emoji in half \ud83d'),
      finding: rejected('half an emoji', 'broken-text'),
    },
    {
      raw: Buffer.from(JSON.stringify(message('Gr\u00fc\u00dfe!')), 'latin1'),
      finding: rejected('umlauts as Latin-1 in a UTF-8 file', 'broken-encoding'),
    },
    {
      row: message('', { type: 'image', data: { text: 'Look!', attachments: [] } }),
      finding: rejected('a picture message without a picture', 'missing-attachment'),
    },
    {
      row: message('', {
        type: 'image',
        data: {
          attachments: [
            {
              url: 'https://files.tram-depot.example/posts/1.webp',
              name: '1.webp',
              mimeType: 'picture',
              extension: 'webp',
            },
          ],
        },
      }),
      finding: rejected('a file type that is none', 'bad-mime-type'),
    },
    {
      row: message('', { category: 'custom', type: 'poll', data: { customData: {} } }),
      finding: rejected('a poll without content', 'empty-custom-data'),
    },
    {
      row: message('And then I said to him. '.repeat(480)),
      finding: rejected('a text of more than 10 KB', 'data-too-large'),
    },
    {
      row: { ...message('With a smile.'), mood: 'cheerful' } as ForumMessage,
      finding: rejected('a field the service does not know', 'unknown-field'),
    },
    {
      row: without(message('When was that again?'), 'sentAt'),
      finding: rejected('no sentAt', 'missing-field'),
    },
    {
      row: message('To the whole channel', { receiverType: 'channel' as 'user' }),
      finding: rejected('a receiver that is neither user nor group', 'bad-value'),
    },
    ...['See you on Thursday.', 'Not before ten, please.', 'I still have your ladder.'].map(
      (text) => ({
        row: message(text, { sender: DAMAGED, ...toGroup('allotments') }),
        finding: rejected(`from ${DAMAGED}, whose row in the users is damaged`, 'missing-user'),
      }),
    ),
    {
      row: message('Are you still there?', { receiver: GONE }),
      finding: rejected(`to ${GONE}, who is not in the users`, 'missing-user'),
    },
    {
      row: message('Lights out!', toGroup(GROUP_OF_GONE)),
      finding: rejected(`in ${GROUP_OF_GONE}, which falls with its owner`, 'missing-group'),
    },
    {
      row: message('Anyone for a match?', toGroup(NO_GROUP)),
      finding: rejected(`in ${NO_GROUP}, which is not in the groups`, 'missing-group'),
    },
    ...[0, 1, 2].map((index) => ({
      row: message('I had to leave the choir, but I miss you all!', {
        sender: notInChoir[index]!.uid,
        ...toGroup('depot-choir'),
      }),
      finding: warned('from a user who has left the group', 'not-a-member' as const),
    })),
    {
      row: message('The old server turned it into caf\ufffd.'),
      finding: warned('a character that was lost earlier', 'replacement-character'),
    },
  ];
}

function without(message: ForumMessage, field: keyof ForumMessage): ForumMessage {
  const { [field]: _, ...rest } = message;
  return rest as ForumMessage;
}

function toGroup(guid: string): Pick<ForumMessage, 'receiverType' | 'receiver'> {
  return { receiverType: 'group', receiver: guid };
}
