// Builds the site of the documentation, with pictures of the product, and serves it on this machine.
//
//   --build DIR    writes the site into a folder, and does not serve it
//   --port N       the port to listen on (default 8788)
//   --no-pictures  leaves the pictures out, which saves a minute
import { mkdtempDisposableSync } from 'node:fs';
import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { buildSite } from './docs/build-site.ts';
import { serveSite } from './docs/serve-site.ts';
import { takePictures } from './docs/take-pictures.ts';

const root = path.join(import.meta.dirname, '../..');
const { values } = parseArgs({
  options: {
    build: { type: 'string' },
    port: { type: 'string', default: '8788' },
    'no-pictures': { type: 'boolean', default: false },
  },
});

if (values.build !== undefined) {
  await build(path.resolve(values.build));
  console.log(`Written: ${path.resolve(values.build)}`);
} else {
  using folder = mkdtempDisposableSync(path.join(tmpdir(), 'chatferry-site-'));
  await build(folder.path);
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

/** Builds the site, with pictures of the product if Chromium is installed. */
async function build(folder: string): Promise<void> {
  const isWithout = values['no-pictures'];
  const pictures = isWithout ? [] : await takePictures(root, path.join(folder, 'pictures'));
  if (!isWithout && pictures.length === 0) console.log('Without pictures: Chromium is not there.');
  await buildSite(root, folder, pictures);
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
