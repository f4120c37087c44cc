import type { BadAnswers, Protocol } from './bad-server.ts';

export const mysqlAnswers: BadAnswers = {
  // Five of the longest packets, after which the message continues.
  huge: Buffer.concat(
    Array.from({ length: 5 }, (_, index) =>
      Buffer.concat([Buffer.from([0xff, 0xff, 0xff, index + 1]), Buffer.alloc(0xff_ff_ff)]),
    ),
  ),
  refusal: numbered(Buffer.from('\xff\x10\x04Too many connections', 'latin1'), 0),
};

const [QUERY, PREPARE] = [3, 22];

/** As much of MySQL as planning two users needs. */
export const mysqlProtocol: Protocol = (socket, misbehave) => {
  let received = Buffer.alloc(0);
  let isKnown = false;
  const send = (...packets: readonly Buffer[]): void =>
    void socket.write(Buffer.concat(packets.map((packet, index) => numbered(packet, index + 1))));
  const answer = (command: number | undefined, sql: string): void => {
    if (command === PREPARE && !misbehave('columns')) send(preparedTwo, ...described, end);
    if (command !== QUERY) return;
    if (sql.includes('connection_id')) send(Buffer.from([1]), column('id'), end, row(['7']), end);
    else if (!sql.startsWith('SELECT')) void (misbehave('begin') || send(ok));
    else if (!misbehave('rows'))
      send(Buffer.from([2]), ...described, end, row(['ann', 'Ann']), row(['bob', 'Bob']), end);
  };
  if (!misbehave('connect')) socket.write(numbered(greeting, 0));
  return (chunk) => {
    received = Buffer.concat([received, chunk]);
    while (received.length >= 4 && received.length >= 4 + received.readUIntLE(0, 3)) {
      const length = 4 + received.readUIntLE(0, 3);
      const body = received.subarray(4, length);
      received = received.subarray(length);
      if (isKnown) answer(body[0], body.subarray(1).toString('latin1'));
      else socket.write(numbered(ok, 2));
      isKnown = true;
    }
  };
};

function numbered(body: Buffer, sequence: number): Buffer {
  const header = Buffer.alloc(4);
  header.writeUIntLE(body.length, 0, 3);
  header[3] = sequence;
  return Buffer.concat([header, body]);
}

/** Protocol 10, the capabilities of a server without TLS, and the plugin for passwords. */
const greeting = Buffer.concat([
  Buffer.from('\x0a8.0.0\0\x07\0\0\x0012345678\0', 'latin1'),
  Buffer.from([0xff, 0xf7, 0x2d, 0x02, 0x00, 0xff, 0x81, 21]),
  Buffer.alloc(10),
  Buffer.from('123456789012\0mysql_native_password\0'),
]);

const ok = Buffer.from([0, 0, 0, 2, 0, 0, 0]);
const end = Buffer.from([0xfe, 0, 0, 2, 0]);
const preparedTwo = Buffer.from([0, 1, 0, 0, 0, 2, 0, 0, 0, 0, 0, 0]);

function text(value: string): Buffer {
  return Buffer.from(`${String.fromCharCode(value.length)}${value}`);
}

/** A column of the type VARCHAR in utf8mb4. */
function column(name: string): Buffer {
  const names = ['def', '', '', '', name, name].map(text);
  return Buffer.concat([...names, Buffer.from([0x0c, 45, 0, 0, 1, 0, 0, 253, 0, 0, 0, 0, 0])]);
}

function row(values: readonly string[]): Buffer {
  return Buffer.concat(values.map(text));
}

const described = [column('uid'), column('name')];
