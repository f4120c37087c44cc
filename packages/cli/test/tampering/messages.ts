import { type Change, changesOf, set } from './change.ts';
import { THEN } from './profiles.ts';

const file = {
  url: 'https://files.example/plan.pdf',
  name: 'plan.pdf',
  mimeType: 'application/pdf',
  extension: 'pdf',
  size: '350',
};

export const message = {
  sender: 'ada',
  receiver: 'hall',
  receiverType: 'group',
  category: 'message',
  type: 'file',
  data: {
    text: 'The plan é',
    attachments: [file, { ...file, name: 'b.pdf' }],
    metadata: { pages: 7, list: [] },
    extra: 'kept',
  },
  tags: ['s', 't'],
  sentAt: THEN + 100,
  deliveredAt: THEN + 101,
  readAt: THEN + 102,
};

const text = { type: 'text', data: { text: 'Hello <@uid:bob>' } };
const custom = {
  category: 'custom',
  type: 'poll',
  data: { customData: { question: 'When?', votes: { a: 1 } } },
};
const bare = { ...text, tags: undefined, deliveredAt: undefined, readAt: undefined };

const setMessage = set('messages', 'muid');
const setData = (path: string, value: string): string =>
  setMessage(`data = json_set(data, '$.${path}', ${value})`);
const removeData = (path: string): string => setMessage(`data = json_remove(data, '$.${path}')`);

/** Stores a message a second time. @param assignments how the copy differs */
const twice = (assignments: string): string => `
  CREATE TEMP TABLE copy AS SELECT * FROM messages WHERE muid = ':id';
  UPDATE copy SET id = id + 100000 ${assignments};
  INSERT INTO messages SELECT * FROM copy;
  DROP TABLE copy`;

/** Changes of what messages and replies have in common. */
const ofContent = [
  ['another sender', setMessage("sender = 'bob'"), 'sender'],
  ['another receiver', setMessage("receiver = 'attic'"), 'receiver'],
  ['a message to a user', setMessage("receiver_type = 'user'"), 'receiverType'],
  ['another category', setMessage("category = 'custom'"), 'category'],
  ['another type', setMessage("type = 'image'"), 'type'],
  ['another text', setData('text', "'Another'"), 'data.text'],
  ['a text in another form of Unicode', setData('text', "'The plan e\u0301'"), 'data.text'],
  ['a text with a line more', setData('text', "'The plan é' || char(10)"), 'data.text'],
  ['no text', removeData('text'), 'data.text'],
  ['another value of a key of data', setData('extra', "'other'"), 'data.extra'],
  ['a key of data less', removeData('extra'), 'data.extra'],
  ['another value in metadata', setData('metadata.pages', '8'), 'data.metadata'],
  ['a key more in metadata', setData('metadata.more', '8'), 'data.metadata'],
  ['no metadata', removeData('metadata'), 'data.metadata'],
  ['a quoted number', setData('metadata.pages', "'7'"), { same: 'numbers' }],
  ['no empty list', removeData('metadata.list'), { same: 'empty' }],
  [
    'another address of a file',
    setData('attachments[0].url', "'https://other.example/p'"),
    'data.attachments',
  ],
  ['another name of a file', setData('attachments[1].name', "'c.pdf'"), 'data.attachments'],
  ['another type of a file', setData('attachments[0].mimeType', "'image/png'"), 'data.attachments'],
  ['another extension of a file', setData('attachments[0].extension', "'png'"), 'data.attachments'],
  ['another size of a file', setData('attachments[0].size', "'351'"), 'data.attachments'],
  ['a file less', removeData('attachments[1]'), 'data.attachments'],
  ['a file more', setData('attachments[#]', `json('${JSON.stringify(file)}')`), 'data.attachments'],
  ['no files', removeData('attachments'), 'data.attachments'],
  [
    'files in another order',
    setMessage(
      "data = json_set(data, '$.attachments', json_array(data -> '$.attachments[1]', data -> '$.attachments[0]'))",
    ),
    'data.attachments',
  ],
  [
    'another file at an address of the service',
    setData('attachments[0].url', "'https://files-us.cometchat.io/1.png'") +
      `;${setData('attachments[0].extension', "'png'")}`,
    'data.attachments',
  ],
  [
    'a file at an address of the service',
    setData('attachments[0].url', "'https://files-us.cometchat.io/1.pdf'"),
    { same: 'reHosted' },
  ],
  [
    'a file of another size at an address of the service',
    setData('attachments[0].url', "'https://files-us.cometchat.io/1.pdf'") +
      `;${setData('attachments[0].size', '9')}`,
    { notCompared: 'the content of attachments' },
  ],
  ['a key more of a file', setData('attachments[0].thumbnail', "'x'"), { same: 'added' }],
  ['another tag', setMessage(`tags = '["s","u"]'`), 'tags'],
  ['a tag less', setMessage(`tags = '["s"]'`), 'tags'],
  ['no tags', setMessage("tags = '[]'"), 'tags'],
  ['tags in another order', setMessage(`tags = '["t","s"]'`), { same: 'tags' }],
  ['deleted, and kept without its content', setMessage(`deleted_at = ${THEN}`), 'deleted'],
  ['removed', "DELETE FROM messages WHERE muid = ':id'", 'missing'],
  ['another muid', setMessage("muid = muid || '-'"), 'missing'],
  ['no muid', setMessage('muid = NULL'), 'missing'],
  ['stored twice', twice(''), 'doubled'],
] as const;

const ofMessages = changesOf('messages', [
  ...ofContent,
  ['sent earlier', setMessage('sent_at = sent_at - 1'), 'sentAt'],
  ['sent later', setMessage('sent_at = sent_at + 1'), 'sentAt'],
  ['delivered earlier', setMessage('delivered_at = delivered_at - 1'), 'deliveredAt'],
  ['not delivered', setMessage('delivered_at = NULL'), 'deliveredAt'],
  ['delivered later', setMessage('delivered_at = delivered_at + 1'), { same: 'receipts' }],
  ['read earlier', setMessage('read_at = read_at - 1'), 'readAt'],
  ['not read', setMessage('read_at = NULL'), 'readAt'],
  ['read later', setMessage('read_at = read_at + 9'), { same: 'receipts' }],
  ['another question', setData('customData.question', "'Why?'"), 'data.customData', custom],
  ['a vote more', setData('customData.votes.b', '1'), 'data.customData', custom],
  ['another type of a custom message', setMessage("type = 'form'"), 'type', custom],
  ['another person in a mention', setData('text', "'Hello <@uid:ada>'"), 'data.text', text],
  [
    'made a reply',
    setMessage("parent_id = (SELECT id FROM messages WHERE muid = 'base')"),
    'missing',
  ],
  [
    'details of a mentioned user',
    setData('mentions', `json('{"bob":{"uid":"bob","name":"Other"}}')`),
    { notCompared: 'mentionedUserDetails' },
    { ...text, mentionedUserDetails: { bob: { uid: 'bob', name: 'Bob' } } },
  ],
  [
    'after the next message of the same second',
    setMessage('id = id + 100000'),
    { notCompared: 'the order within one second' },
  ],
  ['tags that were not planned', setMessage(`tags = '["t"]'`), { same: 'notSent' }, bare],
  [
    'metadata that was not planned',
    setData('metadata', `json('{"a":1}')`),
    { same: 'notSent' },
    bare,
  ],
  [
    'receipts that were not planned',
    setMessage(`read_at = ${THEN + 200}`),
    { same: 'notSent' },
    bare,
  ],
  [
    'edited at some time',
    setMessage(`edited_at = ${THEN + 300}, edited_by = 'ada'`),
    { same: 'computed' },
  ],
  [
    'stored twice, the second time with another text',
    twice(`, data = json_set(data, '$.text', 'Other')`),
    'doubled and data.text',
  ],
]);

const ofReplies = changesOf('replies', [
  ...ofContent,
  [
    'to another message',
    setMessage("parent_id = (SELECT id FROM messages WHERE muid = 'other')"),
    'parentMuid',
  ],
  ['made a message', setMessage('parent_id = NULL'), 'missing'],
  [
    'before the replies that were planned before it',
    setMessage('sent_at = sent_at - 500'),
    'order',
  ],
  ['sent later', setMessage('sent_at = sent_at + 500'), { notCompared: 'times' }],
]);

const OF_MESSAGE = "message_id = (SELECT id FROM messages WHERE muid = ':id')";

const ofReactions = changesOf('reactions', [
  ['removed', `DELETE FROM reactions WHERE ${OF_MESSAGE}`, 'missing'],
  ['another emoji', `UPDATE reactions SET reaction = '👎' WHERE ${OF_MESSAGE}`, 'missing'],
  ['another user', `UPDATE reactions SET uid = 'ada' WHERE ${OF_MESSAGE}`, 'missing'],
  [
    'at another message',
    `UPDATE reactions SET message_id = (SELECT id FROM messages WHERE muid = 'other') WHERE ${OF_MESSAGE}`,
    'missing',
  ],
  [
    'at another time',
    `UPDATE reactions SET reacted_at = 1 WHERE ${OF_MESSAGE}`,
    { notCompared: 'their times' },
  ],
]);

export const messageChanges: readonly Change[] = [...ofMessages, ...ofReplies, ...ofReactions];
