import { once } from 'node:events';
import { connect, createServer, type Server, type Socket } from 'node:net';
import { expect, test } from 'vitest';
import { Relay, type Way } from '../src/fleet/relay.ts';

const WORKER = '127.0.0.1';

/** Repeats what it gets. */
async function startEcho(): Promise<{ readonly port: number; readonly server: Server }> {
  const server = createServer((socket) => socket.on('error', () => {}).pipe(socket));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return { port: (server.address() as { port: number }).port, server };
}

async function answer(socket: Socket): Promise<string> {
  const [bytes] = (await once(socket, 'data')) as [Buffer];
  return bytes.toString();
}

test.each<Way>(['there', 'back'])(
  'what is sent while the way %s is cut arrives when it is joined, on old and new connections',
  async (way) => {
    const { port, server } = await startEcho();
    await using relay = await Relay.to(port);
    const old = connect(relay.port, '127.0.0.1');
    old.write('before');
    expect(await answer(old)).toBe('before');

    relay.cut(WORKER, way);
    const fresh = connect(relay.port, '127.0.0.1');
    const arrived: string[] = [];
    const all = [old, fresh].map(async (socket, index) => {
      socket.write(`during ${index}`);
      arrived.push(await answer(socket));
    });
    expect(arrived).toEqual([]);
    relay.join(WORKER, way);
    await Promise.all(all);

    expect(arrived.toSorted()).toEqual(['during 0', 'during 1']);
    for (const socket of [old, fresh]) socket.destroy();
    server.close();
  },
);

// Other systems have one address on this machine.
test.runIf(process.platform === 'linux')('a cut is that of one worker', async () => {
  const { port, server } = await startEcho();
  await using relay = await Relay.to(port);
  relay.cut(WORKER, 'there');
  const other = connect({ port: relay.port, host: '127.0.0.1', localAddress: '127.0.0.2' });

  other.write('of another worker');

  expect(await answer(other)).toBe('of another worker');
  other.destroy();
  server.close();
});

test('what a worker has sent before its end arrives after the cut', async () => {
  const { port, server } = await startEcho();
  const received = once(server, 'connection').then(async ([socket]) => answer(socket as Socket));
  await using relay = await Relay.to(port);

  relay.cut(WORKER, 'there');
  const worker = connect(relay.port, '127.0.0.1');
  worker.end('its last words');
  await once(worker, 'finish');
  relay.join(WORKER, 'there');

  expect(await received).toBe('its last words');
  worker.destroy();
  server.close();
});

test('lost connections stay silent at both ends, and new ones work', async () => {
  const { port, server } = await startEcho();
  const accepted = once(server, 'connection').then(([socket]) => socket as Socket);
  await using relay = await Relay.to(port);
  const old = connect(relay.port, '127.0.0.1');
  old.write('before');
  expect(await answer(old)).toBe('before');
  const closed: string[] = [];
  (await accepted).on('close', () => closed.push('server'));

  relay.lose(WORKER);
  old.write('lost');
  old.destroy();
  const fresh = connect(relay.port, '127.0.0.1');
  fresh.write('new');

  expect(await answer(fresh)).toBe('new');
  expect(closed).toEqual([]);
  fresh.destroy();
  server.close();
});
