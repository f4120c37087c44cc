import type { WholeExport } from '../../read-all.ts';
import { readFiles } from '../../read-files.ts';

export const [lu, bo, room] = ['@Lu:h.example', '@bo:x.example', '!Kd:h.example'];

const first = 1_711_900_000_000;

/** @param seconds after the room was made */
export function event(id: string, seconds: number, fields: object = {}): object {
  const own = { type: 'm.room.message', event_id: id, room_id: room, sender: lu };
  const content = { msgtype: 'm.text', body: 'hello' };
  return { ...own, origin_server_ts: first + seconds * 1000, content, ...fields };
}

export function text(
  id: string,
  seconds: number,
  body: string,
  content: object = {},
  sender: string = lu,
): object {
  return event(id, seconds, { sender, content: { msgtype: 'm.text', body, ...content } });
}

export function state(type: string, content: object, fields: object = {}): object {
  return event(`$${type}`, 0, { type: `m.room.${type}`, state_key: '', content, ...fields });
}

export function member(
  user: string,
  membership: string,
  seconds = 0,
  content: object = {},
): object {
  const fields = { type: 'm.room.member', state_key: user, sender: user };
  return event(`$${user}${membership}${seconds}`, seconds, {
    ...fields,
    content: { membership, ...content },
  });
}

function related(id: string, seconds: number, relation: object, fields: object = {}): object {
  return event(id, seconds, {
    type: 'm.reaction',
    content: { 'm.relates_to': relation },
    ...fields,
  });
}

export function reaction(
  id: string,
  seconds: number,
  target: string,
  key: string,
  sender = bo,
): object {
  return related(id, seconds, { rel_type: 'm.annotation', event_id: target, key }, { sender });
}

export function edit(
  id: string,
  seconds: number,
  target: string,
  body: string,
  sender = lu,
): object {
  const content = {
    msgtype: 'm.text',
    body: `* ${body}`,
    'm.new_content': { msgtype: 'm.text', body },
    'm.relates_to': { rel_type: 'm.replace', event_id: target },
  };
  return event(id, seconds, { content, sender });
}

const html = (gate: number): object => ({
  format: 'org.matrix.custom.html',
  formatted_body: `<a href="https://matrix.to/#/@bo:x.example">Bo</a>, gate ${gate}?`,
  'm.mentions': { user_ids: [bo] },
});

/** The example of the events' description: a page, newest first. */
export const example = [
  state('create', { creator: lu, room_version: '9' }),
  member(lu, 'join', 1, { displayname: 'Lu' }),
  member(bo, 'ban', 2),
  text('$A1', 10, 'Bo, gate 4?', html(4)),
  text('$A2', 30, '* Bo, gate 5?', {
    'm.new_content': { msgtype: 'm.text', body: 'Bo, gate 5?', ...html(5) },
    'm.relates_to': { rel_type: 'm.replace', event_id: '$A1' },
  }),
  event('$A3', 0, {
    sender: bo,
    origin_server_ts: 0,
    content: {
      msgtype: 'm.image',
      body: 'gate.png',
      url: 'mxc://x.example/abc',
      info: { mimetype: 'image/png', size: 12 },
      'm.relates_to': {
        rel_type: 'm.thread',
        event_id: '$A1',
        is_falling_back: true,
        'm.in_reply_to': { event_id: '$A1' },
      },
    },
  }),
  event('$R1', 40, {
    type: 'm.reaction',
    sender: bo,
    content: {},
    unsigned: { redacted_because: {} },
  }),
  event('$A4', 50, { sender: bo, content: {}, unsigned: { redacted_because: {} } }),
  event('$E1', 60, { type: 'm.room.encrypted', content: { ciphertext: 'AAA' } }),
];

export function page(chunk: readonly object[]): object {
  return { start: 't9', chunk, end: 't1' };
}

/** Reads a page of events in a room with both people. */
export async function readWith(
  events: readonly object[],
  options: object = {},
): Promise<WholeExport> {
  const both = [
    member(lu, 'join', 0, { displayname: 'Lu' }),
    member(bo, 'join', 0, { displayname: 'Bo' }),
  ];
  return await readFiles(
    { 'page.json': page([state('create', { creator: lu }), ...both, ...events]) },
    options,
  );
}
