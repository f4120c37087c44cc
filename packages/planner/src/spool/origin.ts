const LINES = 2 ** 32;

/** A position in the input as one number. @param file the input's number, below 2^21 */
export function packOrigin(file: number, line: number): number {
  return file * LINES + line;
}

export function fileOf(origin: number): number {
  return Math.floor(origin / LINES);
}

export function lineOf(origin: number): number {
  return origin % LINES;
}
