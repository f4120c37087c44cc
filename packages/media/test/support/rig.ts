import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { signedAddress } from '@chatferry/contract';
import {
  copyMedia,
  type CopyOptions,
  type CopyResult,
  type MapLine,
  type MediaSource,
} from '../../src/index.ts';
import { HostileServer } from './hostile-server.ts';

/** A clock whose waits take no time, and are noted. */
function hastyClock(): CopyOptions['clock'] & { readonly slept: number[] } {
  const slept: number[] = [];
  let now = 1_800_000_000_000;
  return {
    slept,
    now: () => now,
    monotonicMs: () => now,
    sleep: (ms, signal) => {
      signal?.throwIfAborted();
      if (ms > 0) slept.push(ms);
      now += Math.max(0, ms);
      return new Promise((resolve) => setImmediate(resolve));
    },
  };
}

export function attachment(url: string, more: Partial<MediaSource> = {}): MediaSource {
  return { key: signedAddress(url)?.key ?? url, from: { url }, kind: 'attachment', ...more };
}

export interface MediaRig extends AsyncDisposable {
  readonly server: HostileServer;
  readonly to: string;
  readonly clock: ReturnType<typeof hastyClock>;
  readonly copy: (
    sources: readonly MediaSource[],
    options?: Partial<CopyOptions>,
    copying?: typeof copyMedia,
  ) => Promise<CopyResult>;
  readonly map: () => MapLine[];
  /** The copies by name. */
  readonly copies: () => Map<string, Buffer>;
  /** All bytes of all files but the copies. */
  readonly written: () => string;
}

export async function startRig(): Promise<MediaRig> {
  const server = await HostileServer.start();
  const folder = mkdtempSync(path.join(tmpdir(), 'media-'));
  const to = path.join(folder, 'media');
  const clock = hastyClock();
  return {
    server,
    to,
    clock,
    copy: (sources, options = {}, copying = copyMedia) =>
      copying(sources, {
        to,
        publicBase: 'https://media.example.com/chat/',
        privateHosts: ['127.0.0.1'],
        clock,
        random: () => 0,
        timeoutMs: 5000,
        ...options,
      }),
    map: () =>
      readFileSync(path.join(to, 'map.ndjson'), 'utf8')
        .trim()
        .split('\n')
        .map((line) => JSON.parse(line) as MapLine),
    copies: () =>
      new Map(
        readdirSync(path.join(to, 'files'), { recursive: true, withFileTypes: true })
          .filter((each) => each.isFile())
          .map((each) => [each.name, readFileSync(path.join(each.parentPath, each.name))]),
      ),
    written: () =>
      readdirSync(to)
        .filter((name) => !/^(?:files|partial)$/.test(name))
        .map((name) => readFileSync(path.join(to, name), 'latin1'))
        .join(''),
    [Symbol.asyncDispose]: async () => {
      await server[Symbol.asyncDispose]();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
