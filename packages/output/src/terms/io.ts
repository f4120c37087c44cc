import type { Readable } from 'node:stream';

/** Input and output of a command, so that commands can run inside a test. */
export interface Io {
  /** Prints results, for pipes and scripts. Adds the line break. */
  readonly out: (line: string) => void;
  /** Prints progress, notes and errors. Adds the line break. */
  readonly err: (line: string) => void;
  readonly stdin: Readable & { readonly isTTY?: boolean };
  readonly env: Readonly<Record<string, string | undefined>>;
  /**
   * Asks a question and returns the typed line; an empty line when `stop` is aborted first. Absent when there is no person to ask.
   */
  readonly ask?: ((question: string, stop?: AbortSignal) => Promise<string>) | undefined;
  /** Redraws the last lines; absent when the output is not a terminal. */
  readonly screen: Screen | undefined;
  /** Calls `listener` for each Ctrl-C, SIGTERM and SIGHUP, until the returned function is called. */
  readonly onInterrupt: (listener: () => void) => () => void;
}

/** The form of the output: `json` prints results as JSON; `quiet` prints only results and errors. */
export interface PrintedForm {
  readonly json?: boolean;
  readonly quiet?: boolean;
}

/** The last lines of a terminal, which can be redrawn. Other output appears above them. */
export interface Screen {
  readonly columns: () => number;
  readonly rows: () => number;
  /** Replaces the drawing; no lines remove it. */
  readonly draw: (lines: readonly string[]) => void;
  /** Keeps the last drawing above all further output. */
  readonly done: () => void;
}
