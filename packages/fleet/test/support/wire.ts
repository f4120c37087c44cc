import { createServer, connect, type Socket } from 'node:net';

/** A network between a client and a server, which a test can cut. */
export interface Wire extends AsyncDisposable {
  /** The address with this wire's port in place of the server's. */
  readonly address: string;
  /** Ends all connections, and lets none be made. */
  readonly cut: () => void;
  readonly join: () => void;
  /** Holds up everything in both directions, as a network that loses packets does; `join` ends it. */
  readonly stall: () => void;
  /** Cuts a connection when the server next answers with a text like this in the request: it was carried out, and the answer is lost. */
  readonly loseAnswerTo: (text: string) => void;
}

export async function wireTo(server: string): Promise<Wire> {
  const url = new URL(server);
  const sockets = new Set<Socket>();
  let state: 'open' | 'cut' | 'stalled' = 'open';
  let losing: string | undefined;
  const listener = createServer((near) => {
    if (state === 'cut') return void near.destroy();
    const far = connect(Number(url.port), url.hostname);
    let isLosing = false;
    for (const [one, other] of [
      [near, far],
      [far, near],
    ] as const) {
      sockets.add(one);
      one.on('data', (bytes: Buffer) => {
        if (state === 'stalled') return;
        if (one === near && losing !== undefined && bytes.includes(losing)) {
          isLosing = true;
          losing = undefined;
        }
        if (one === far && isLosing) return void [near, far].map((each) => each.destroy());
        other.write(bytes);
      });
      one.on('error', () => {});
      one.on('close', () => {
        sockets.delete(one);
        if (state !== 'stalled') other.destroy();
      });
    }
  });
  await new Promise<void>((resolve) => listener.listen(0, '127.0.0.1', resolve));
  const { port } = listener.address() as { port: number };
  const address = new URL(server);
  address.port = String(port);
  const endAll = (): void => {
    for (const socket of sockets) socket.destroy();
  };
  return {
    address: address.href,
    cut: () => {
      state = 'cut';
      endAll();
    },
    // What was lost while it was stalled does not come again.
    join: () => {
      if (state === 'stalled') endAll();
      state = 'open';
    },
    stall: () => (state = 'stalled'),
    loseAnswerTo: (text) => (losing = text),
    [Symbol.asyncDispose]: async () => {
      endAll();
      await new Promise((resolve) => listener.close(resolve));
    },
  };
}
