import { type ProblemCode, problems } from '@chatferry/contract';

/** The codes of problems that end the reading of a file. */
export type FileProblemCode = {
  [Code in ProblemCode]: (typeof problems)[Code]['severity'] extends 'file' ? Code : never;
}[ProblemCode];

export interface InputErrorPlace {
  /** As the user named it. */
  readonly file: string;
  /** 1-based. */
  readonly line?: number;
  readonly column?: string;
}

/** A file that cannot be read further: what is wrong, where, and what to do. */
export class InputError extends Error {
  override readonly name = 'InputError';
  readonly code: FileProblemCode;
  readonly file: string;
  readonly line: number | undefined;
  readonly column: string | undefined;
  readonly fix: string;

  /** @param fix a specific fix that replaces the general one of the table */
  constructor(
    code: FileProblemCode,
    message: string,
    place: InputErrorPlace,
    { fix = problems[code].fix, cause }: { fix?: string; cause?: unknown } = {},
  ) {
    const at = place.line === undefined ? place.file : `${place.file}:${place.line}`;
    super(`${at}: ${message}`, cause === undefined ? undefined : { cause });
    this.code = code;
    this.file = place.file;
    this.line = place.line;
    this.column = place.column;
    this.fix = fix;
  }
}
