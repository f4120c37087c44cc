import { existsSync } from 'node:fs';
import { isObject } from '@chatferry/contract';
import { linesInFile } from '@chatferry/disk';
import { MediaError } from '../terms/media-error.ts';
import type { MapLine } from './write-map.ts';

/**
 * Reads a map line by line: a map of `copyMedia`, or a map of the same form.
 *
 * @throws {MediaError} `bad-media-map` for any other file, with the number of the line and without its text
 */
export async function* readMap(file: string): AsyncGenerator<MapLine> {
  if (!existsSync(file))
    throw bad(`There is no media map at ${file}.`, 'Copy the media first, with a public base.');
  let number = 0;
  for await (const line of linesInFile(file)) {
    number++;
    if (line.trim() === '') continue;
    const found = parsed(line);
    if (!isMapLine(found))
      throw bad(
        `${file}:${number} is not a line of a media map.`,
        'Each line is an object with from and to, two addresses, or with from and cause.',
      );
    yield found;
  }
}

function isMapLine(value: unknown): value is MapLine {
  if (!isObject(value) || typeof value['from'] !== 'string') return false;
  const { to, cause } = value;
  return to === undefined
    ? typeof cause === 'string'
    : typeof to === 'string' && /^https?:/.test(to) && URL.canParse(to);
}

function parsed(line: string): unknown {
  try {
    return JSON.parse(line);
  } catch {
    return undefined;
  }
}

function bad(message: string, fix: string): MediaError {
  return new MediaError('bad-media-map', message, fix);
}
