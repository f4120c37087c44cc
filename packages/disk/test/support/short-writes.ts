import fs from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';

/** Does synchronous work while the system takes at most this many bytes in one `write`, as it may at any time. */
export function withShortWrites<T>(bytes: number, work: () => T): T {
  const { writeSync } = fs;
  const short = (
    descriptor: number,
    data: NodeJS.ArrayBufferView,
    offset = 0,
    length = data.byteLength - offset,
    position: number | null = null,
  ): number => writeSync(descriptor, data, offset, Math.min(length, bytes), position);
  fs.writeSync = short as typeof fs.writeSync;
  syncBuiltinESMExports();
  try {
    return work();
  } finally {
    fs.writeSync = writeSync;
    syncBuiltinESMExports();
  }
}
