import { once } from 'node:events';
import { type AddressInfo, createServer, type Socket } from 'node:net';

/** What a client asks for, in order. */
export type Stage = 'connect' | 'begin' | 'columns' | 'rows';

/** What the server does from a stage on, in place of an answer. It never closes a connection. */
export type Trouble = 'silence' | 'huge' | 'garbage' | 'refusal';

export interface BadServer extends AsyncDisposable {
  readonly port: number;
  /** Connections that no client has left. */
  readonly open: number;
}

/** Answers one client until the stage. @returns a function that takes what the client sends */
export type Protocol = (
  socket: Socket,
  misbehave: (stage: Stage) => boolean,
) => (chunk: Buffer) => void;

/** What a server of a protocol sends in trouble. */
export interface BadAnswers {
  /** The beginning of a message of a gigabyte. */
  readonly huge: Buffer;
  /** That it has too many connections. */
  readonly refusal: Buffer;
}

/** Starts a server that speaks a protocol up to a stage. */
export async function startBadServer(
  protocol: Protocol,
  answers: BadAnswers,
  trouble?: { readonly at: Stage; readonly does: Trouble },
): Promise<BadServer> {
  const sockets = new Set<Socket>();
  const open = new Set<Socket>();
  const server = createServer({ allowHalfOpen: true }, (socket) => {
    let isSilent = false;
    sockets.add(socket);
    open.add(socket);
    const left = (): void => void open.delete(socket);
    socket.on('error', left).on('end', left).on('close', left);
    const misbehave = (stage: Stage): boolean => {
      if (stage !== trouble?.at) return isSilent;
      isSilent = true;
      if (trouble.does === 'huge' || trouble.does === 'refusal')
        socket.write(answers[trouble.does]);
      if (trouble.does === 'garbage') socket.write('HTTP/1.1 400 Bad Request\r\n\r\n'.repeat(40));
      return true;
    };
    socket.on('data', protocol(socket, misbehave));
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    port: (server.address() as AddressInfo).port,
    get open() {
      return open.size;
    },
    [Symbol.asyncDispose]: async () => {
      for (const socket of sockets) socket.destroy();
      server.close();
      await once(server, 'close');
    },
  };
}
