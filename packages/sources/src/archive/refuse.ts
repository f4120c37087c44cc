import { counted } from '@chatferry/contract';
import path from 'node:path';
import { SourceError } from '../errors/source-error.ts';

/** An archive may grow this much when it is unpacked. */
const MOST_EXPANSION = 1000;

/** Below this size, any expansion is harmless. */
const HARMLESS_BYTES = 2 ** 30;

/** @throws {SourceError} for a small archive that would be huge when unpacked @param bytes the unpacked size */
export function refuseExpansion(bytes: number, file: string, fileSize: number): void {
  if (bytes <= HARMLESS_BYTES || bytes <= fileSize * MOST_EXPANSION) return;
  throw hostile(
    file,
    `it has ${counted(fileSize, 'byte')} and would have ${bytes} unpacked, more than ${MOST_EXPANSION} times as many`,
  );
}

export function outside(file: string, name: string): SourceError {
  return hostile(file, `its entry ${shown(name)} would be outside its folder`);
}

export function hostile(file: string, why: string): SourceError {
  return new SourceError(
    'hostile-archive',
    `${file} is refused: ${why}.`,
    'Do not unpack it. Export again, and check where this archive comes from.',
  );
}

/** @param why may be a sentence of a library that ends with full stops */
export function cutOff(file: string, why: string, cause?: unknown): SourceError {
  return new SourceError(
    'bad-archive',
    `${file} is damaged or cut off: ${why.replace(/\.+$/, '')}.`,
    `Copy or download ${path.basename(file)} again.`,
    cause === undefined ? {} : { cause },
  );
}

/** Names come from the archive and may contain control characters. */
export function shown(name: string): string {
  return JSON.stringify(name.length > 200 ? `${name.slice(0, 200)}…` : name);
}
