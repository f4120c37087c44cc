// Builds the site of the documentation and serves it on this machine.
//
//   --build DIR  only writes it into a folder
//   --port N     of the address (default 8788)
//   --record     runs a first migration, and writes what it prints into tools/site/recording.txt for the first page
import { mkdtempDisposableSync, writeFileSync } from 'node:fs';
import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { buildSite } from './docs/build-site.ts';
import { recordMigration } from './docs/record.ts';
import { serveSite } from './docs/serve-site.ts';

const root = path.join(import.meta.dirname, '../..');
const { values } = parseArgs({
  options: {
    build: { type: 'string' },
    port: { type: 'string', default: '8788' },
    record: { type: 'boolean', default: false },
  },
});

if (values.record) {
  writeFileSync(path.join(root, 'tools/site/recording.txt'), await recordMigration(root));
} else if (values.build !== undefined) {
  await buildSite(root, path.resolve(values.build));
  console.log(`Written: ${path.resolve(values.build)}`);
} else {
  using folder = mkdtempDisposableSync(path.join(tmpdir(), 'chatferry-site-'));
  await buildSite(root, folder.path);
  const server = await serveSite(folder.path, Number(values.port)).catch((error: unknown) => {
    if ((error as { code?: unknown }).code !== 'EADDRINUSE') throw error;
    return undefined;
  });
  if (server === undefined) {
    console.error(
      `Port ${values.port} is in use. Name another one with --port, or 0 for a free one.`,
    );
    process.exitCode = 2;
  } else {
    await serveUntilStopped(server);
  }
}

async function serveUntilStopped(server: Server): Promise<void> {
  const { port } = server.address() as AddressInfo;
  console.log(`The documentation is at http://127.0.0.1:${port}/. Ctrl-C ends it.`);
  const ended = Promise.withResolvers<void>();
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => ended.resolve());
  await ended.promise;
  server.closeAllConnections();
  server.close();
}
