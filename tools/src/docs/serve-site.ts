import { readFileSync, statSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import path from 'node:path';

const types: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.png': 'image/png',
  '.svg': 'image/svg+xml',
  '.json': 'application/json',
  '.wasm': 'application/wasm',
};

/** Serves a folder on the loopback interface only. @param port 0 for a free port */
export async function serveSite(folder: string, port: number): Promise<Server> {
  const server = createServer((request, response) => {
    const file = fileOf(folder, request.url ?? '/');
    const found = file ?? path.join(folder, '404.html');
    response.writeHead(file === undefined ? 404 : 200, {
      'content-type': types[path.extname(found)] ?? 'application/octet-stream',
    });
    response.end(request.method === 'HEAD' ? undefined : readFileSync(found));
  });
  const listening = Promise.withResolvers<void>();
  server.on('error', listening.reject);
  server.listen(port, '127.0.0.1', () => listening.resolve());
  await listening.promise;
  return server;
}

/** The file for an address; undefined when there is no such file in the folder. */
function fileOf(folder: string, address: string): string | undefined {
  const { pathname } = new URL(address, 'http://localhost');
  let name: string;
  try {
    name = decodeURIComponent(pathname);
  } catch {
    return undefined;
  }
  const file = path.join(folder, name.endsWith('/') ? `${name}index.html` : name);
  const isInside = file.startsWith(folder + path.sep);
  return isInside && statSync(file, { throwIfNoEntry: false })?.isFile() === true
    ? file
    : undefined;
}
