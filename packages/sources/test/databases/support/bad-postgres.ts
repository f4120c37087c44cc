import type { BadAnswers, Protocol } from './bad-server.ts';

const TEXT = 25;

/** As much of PostgreSQL as planning two users needs. */
export const postgresProtocol: Protocol = (socket, misbehave) => {
  let isKnown = false;
  let text = '';
  let received = Buffer.alloc(0);
  const send = (...messages: Buffer[]): void => void socket.write(Buffer.concat(messages));
  const answer = (type: string, body: Buffer): void => {
    if (type === 'Q' && !misbehave('begin')) send(message('C', string('SET')), ready);
    if (type === 'P') text = body.toString('latin1');
    // A cursor sends a flush where another query sends a sync.
    const isCursor = text.includes('row_to_json');
    const isProcess = text.includes('pg_backend_pid');
    if (type === 'D' && !isCursor && !misbehave(isProcess ? 'begin' : 'columns')) {
      const names = isProcess ? ['pid'] : ['uid', 'name'];
      send(message('1'), message('2'), description(names), ...(isProcess ? [row(['7'])] : []));
    }
    if (type === 'S' && !misbehave('connect')) send(message('C', string('SELECT')), ready);
    if (type === 'D' && isCursor && !misbehave('rows'))
      send(message('1'), message('2'), description(['json', 'key']));
    if (type === 'E' && isCursor && !misbehave('rows')) send(...rows, message('C', string('X')));
  };
  return (chunk) => {
    received = Buffer.concat([received, chunk]);
    if (!isKnown) {
      isKnown = true;
      received = received.subarray(received.readUInt32BE(0));
      if (!misbehave('connect')) send(message('R', Buffer.alloc(4)), ready);
    }
    while (received.length >= 5 && received.length > received.readUInt32BE(1)) {
      const length = 1 + received.readUInt32BE(1);
      const [type, body] = [String.fromCharCode(received[0]!), received.subarray(5, length)];
      received = received.subarray(length);
      answer(type, body);
    }
  };
};

function message(type: string, body: Buffer = Buffer.alloc(0)): Buffer {
  const header = Buffer.from(`${type}0000`);
  header.writeUInt32BE(body.length + 4, 1);
  return Buffer.concat([header, body]);
}

const ready = message('Z', Buffer.from('T'));

function string(text: string): Buffer {
  return Buffer.from(`${text}\0`);
}

function description(names: readonly string[]): Buffer {
  const columns = names.map((name) => {
    const facts = Buffer.alloc(18);
    facts.writeUInt32BE(TEXT, 6);
    return Buffer.concat([string(name), facts]);
  });
  return message('T', Buffer.concat([int16(names.length), ...columns]));
}

function row(values: readonly string[]): Buffer {
  const cells = values.map((value) => {
    const length = Buffer.alloc(4);
    length.writeUInt32BE(Buffer.byteLength(value));
    return Buffer.concat([length, Buffer.from(value)]);
  });
  return message('D', Buffer.concat([int16(values.length), ...cells]));
}

export const postgresAnswers: BadAnswers = {
  huge: Buffer.from([0x44, 0x40, 0, 0, 0]),
  refusal: message('E', Buffer.from('SFATAL\0C53300\0Msorry, too many clients already\0\0')),
};

const rows = ['ann', 'bob'].map((uid) => row([JSON.stringify({ uid, name: uid }), uid]));

function int16(value: number): Buffer {
  const bytes = Buffer.alloc(2);
  bytes.writeUInt16BE(value);
  return bytes;
}
