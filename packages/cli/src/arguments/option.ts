import type { ReadValue } from './values.ts';

/** One option: the parser of its value, and its text in --help and the docs. */
export interface Option<Value = unknown> {
  /** Placeholder for the value in the help; absent when the option takes none. */
  readonly value?: string;
  readonly help: string;
  readonly read?: ReadValue<Value>;
  /** Whether `--no-…` turns it off. */
  readonly negatable?: true;
}
