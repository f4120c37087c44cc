import { once } from 'node:events';
import { readdirSync, readFileSync } from 'node:fs';
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import { pipeline } from 'node:stream';
import { createGzip } from 'node:zlib';
import { pack } from 'tar-stream';

const root = path.join(import.meta.dirname, '../../..');

/** A registry on this machine that has the packages which are installed in the workspace: `npm install` needs no network. */
export async function startRegistry(): Promise<{ url: string } & AsyncDisposable> {
  const folders = installedPackages();
  const server = createServer((request, response) => {
    const name = decodeURIComponent(request.url!.slice(1).split('?')[0]!);
    const folder = name.replace(/^tarball\//, '');
    if ([...folders.values()].some((each) => each.includes(folder)))
      return sendTarball(folder, response);
    const found = folders.get(name);
    response.writeHead(found === undefined ? 404 : 200, { 'content-type': 'application/json' });
    response.end(JSON.stringify(found === undefined ? {} : packument(name, found, url)));
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    url,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}

/** The folders of each package, one for each version that is installed. */
function installedPackages(): Map<string, string[]> {
  const { packages } = JSON.parse(readFileSync(path.join(root, 'package-lock.json'), 'utf8')) as {
    packages: Readonly<Record<string, { readonly link?: boolean }>>;
  };
  const folders = new Map<string, string[]>();
  for (const [folder, { link }] of Object.entries(packages)) {
    const [, name] = /(?:^|.*\/)node_modules\/((?:@[^/]+\/)?[^/]+)$/.exec(folder) ?? [];
    if (name !== undefined && link !== true)
      folders.set(name, [...(folders.get(name) ?? []), folder]);
  }
  return folders;
}

function packument(name: string, folders: readonly string[], url: string): object {
  const versions = folders.flatMap((folder) => {
    try {
      const manifest = JSON.parse(
        readFileSync(path.join(root, folder, 'package.json'), 'utf8'),
      ) as { version: string; scripts?: unknown };
      return [{ ...manifest, name, scripts: {}, dist: { tarball: `${url}/tarball/${folder}` } }];
    } catch {
      return []; // Of another operating system.
    }
  });
  return {
    name,
    'dist-tags': { latest: versions.at(-1)?.version },
    versions: Object.fromEntries(versions.map((each) => [each.version, each])),
  };
}

function sendTarball(folder: string, response: ServerResponse): void {
  const archive = pack();
  pipeline(archive, createGzip({ level: 0 }), response, () => {}); // Packed tightly, it would take longer.
  const from = path.join(root, folder);
  for (const name of filesIn(from))
    archive.entry({ name: `package/${name}` }, readFileSync(path.join(from, name)));
  archive.finalize();
}

function filesIn(folder: string): string[] {
  return readdirSync(folder, { withFileTypes: true, recursive: true })
    .filter((entry) => entry.isFile())
    .map((entry) => path.relative(folder, path.join(entry.parentPath, entry.name)))
    .filter((name) => !name.startsWith('node_modules/'));
}
