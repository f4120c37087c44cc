import { once } from 'node:events';
import { createServer, type AddressInfo } from 'node:net';
import { connect } from 'node:tls';
import { expect, test } from 'vitest';
import { messageOf } from '../../src/databases/driver-error.ts';

test('of a line of OpenSSL only the reason is shown', async () => {
  const server = createServer((socket) => socket.end('this is no TLS at all\n'.repeat(9)));
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const socket = connect({ port: (server.address() as AddressInfo).port, host: '127.0.0.1' });
  const error = await once(socket, 'secureConnect').catch((thrown: unknown) => thrown as Error);
  server.close();

  expect((error as Error).message).toContain(':error:');
  expect(messageOf(error)).toMatch(/^[a-z ]+$/);
});
