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
   * Asks a question and returns the line that is typed; an empty line when `stop` is aborted first. Absent when no person can be asked.
   */
  readonly ask?: ((question: string, stop?: AbortSignal) => Promise<string>) | undefined;
  /** Redraws the last lines; absent when the output is not a terminal. */
  readonly screen: Screen | undefined;
  /** Calls `listener` for each Ctrl-C, SIGTERM and SIGHUP until the result is called. */
  readonly onInterrupt: (listener: () => void) => () => void;
}

/** The last lines of a terminal, which are redrawn. */
export interface Screen {
  readonly columns: () => number;
  /** Absent when any number of lines can be redrawn. */
  readonly rows?: () => number;
  readonly draw: (text: string) => void;
  /** Removes the drawing, so that other output can replace it. */
  readonly clear: () => void;
  /** Keeps the last drawing, and lets other output follow. */
  readonly done: () => void;
}
