import {
  type FixableErrorClass,
  fixableErrors,
  type ProblemCode,
  problems,
} from '@chatferry/contract';

/** The codes of problems that end the reading of a file. */
export type FileProblemCode = {
  [Code in ProblemCode]: (typeof problems)[Code]['severity'] extends 'file' ? Code : never;
}[ProblemCode];

export interface InputErrorPlace {
  /** The name of the file as the user gave it. */
  readonly file: string;
  /** 1-based. */
  readonly line?: number;
  readonly column?: string;
}

const FixableErrors: FixableErrorClass<FileProblemCode> = fixableErrors('InputError');

/** A file that cannot be read further: what is wrong, where, and what to do. */
export class InputError extends FixableErrors {
  readonly file: string;
  readonly line: number | undefined;
  readonly column: string | undefined;

  /** @param fix a specific fix that replaces the general one of the table */
  constructor(
    code: FileProblemCode,
    message: string,
    { file, line, column }: InputErrorPlace,
    { fix = problems[code].fix, cause }: { fix?: string; cause?: unknown } = {},
  ) {
    const at = line === undefined ? file : `${file}:${line}`;
    super(code, `${at}: ${message}`, fix, { cause });
    this.file = file;
    this.line = line;
    this.column = column;
  }
}
