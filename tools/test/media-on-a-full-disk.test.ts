import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { copyMedia, verifyMedia } from '@chatferry/job/media';
import { expect, test } from 'vitest';
import { FileServer } from '../src/processes/file-server.ts';

function mount(disk: string, size: string, ...options: string[]): boolean {
  const { status } = spawnSync('mount', [
    ...options,
    '-t',
    'tmpfs',
    '-o',
    `size=${size}`,
    'none',
    disk,
  ]);
  return status === 0;
}

function canMount(): boolean {
  const disk = mkdtempSync(path.join(tmpdir(), 'full-disk-'));
  const can = mount(disk, '1m');
  if (can) spawnSync('umount', [disk]);
  rmSync(disk, { recursive: true });
  return can;
}

test.skipIf(!canMount())(
  'a full disk ends the copying, and loses nothing of what was copied',
  async () => {
    const folder = mkdtempSync(path.join(tmpdir(), 'full-disk-'));
    const disk = path.join(folder, 'disk');
    mkdirSync(disk);
    mount(disk, '3m');
    try {
      const requests: number[] = [];
      await using server = await FileServer.start({
        bytesOf: (number) => 200_000 + number,
        onRequest: (number) => requests.push(number),
      });
      const rows = Array.from({ length: 30 }, (_, number) => `u${number},U,${server.url(number)}`);
      const input = path.join(folder, 'users.csv');
      writeFileSync(input, `uid,name,avatar\n${rows.join('\n')}\n`);
      const to = path.join(disk, 'media');
      const copy = (): ReturnType<typeof copyMedia> =>
        copyMedia(
          { job: path.join(folder, 'job'), inputs: [input] },
          { to, privateHosts: ['127.0.0.1'] },
        );

      await expect(copy()).rejects.toMatchObject({ code: 'media-disk-full' });
      mount(disk, '30m', '-o', 'remount');
      const { sound } = await verifyMedia(to);
      requests.length = 0;
      const result = await copy();

      expect(sound).toBeGreaterThan(0);
      expect(result).toMatchObject({ copied: 30, failed: [] });
      // A request of the first call may arrive after its end: for a file that has no copy.
      expect(new Set(requests).size).toBe(30 - sound);
    } finally {
      spawnSync('umount', [disk]);
      rmSync(folder, { recursive: true, force: true });
    }
  },
);
