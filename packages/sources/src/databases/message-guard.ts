/** Larger messages of a server are refused: the drivers keep a whole message in memory, several times. */
const MOST_BYTES = 64 * 1024 * 1024;

/** A message of the server, such as a row, has more bytes than are read. */
export class LargeMessageError extends Error {
  override readonly name = 'LargeMessageError';

  constructor() {
    super(`A message of the server has more than ${MOST_BYTES / 1024 / 1024} MiB.`);
  }
}

/** The server sends bytes that do not belong to its protocol. */
export class GarbledError extends Error {
  override readonly name = 'GarbledError';

  constructor(cause?: unknown) {
    super('The answer of the server is not of its protocol.', { cause });
  }
}

/** How the messages of a protocol begin. */
export interface Framing {
  readonly headerBytes: number;
  /** The bytes that follow the header, and whether the message continues in the next message. */
  readonly read: (header: Buffer) => { readonly bytes: number; readonly continues: boolean };
}

export const postgresFraming: Framing = {
  headerBytes: 5,
  read: (header) => ({ bytes: header.readUInt32BE(1) - 4, continues: false }),
};

const LONGEST_PACKET = 0xff_ff_ff;

export const mysqlFraming: Framing = {
  headerBytes: 4,
  read: (header) => {
    const bytes = header.readUIntLE(0, 3);
    return { bytes, continues: bytes === LONGEST_PACKET };
  },
};

/**
 * Follows the messages that a server sends, by their headers alone.
 *
 * @returns a function that takes the next bytes @throws {LargeMessageError} or {GarbledError} as soon as a header has arrived
 */
export function messageGuard({ headerBytes, read }: Framing): (chunk: Buffer) => void {
  const header = Buffer.alloc(headerBytes);
  let filled = 0;
  let toSkip = 0;
  let continued = 0;
  return (chunk) => {
    for (let at = 0; at < chunk.length;) {
      const skipped = Math.min(toSkip, chunk.length - at);
      toSkip -= skipped;
      at += skipped;
      const copied = chunk.copy(header, filled, at, at + headerBytes - filled);
      filled += copied;
      at += copied;
      if (filled < headerBytes) return;
      filled = 0;
      const { bytes, continues } = read(header);
      if (bytes < 0) throw new GarbledError();
      if (continued + bytes > MOST_BYTES) throw new LargeMessageError();
      continued = continues ? continued + bytes : 0;
      toSkip = bytes;
    }
  };
}
