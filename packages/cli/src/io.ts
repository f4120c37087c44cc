import type { Readable } from 'node:stream';

/** Everything a command shares with the outside world, so that commands can run inside a test. */
export interface Io {
  /** Prints results: what a pipe or a script wants to have. Adds the line break. */
  readonly out: (line: string) => void;
  /** Prints progress, notes and errors. Adds the line break. */
  readonly err: (line: string) => void;
  readonly stdin: Readable & { readonly isTTY?: boolean };
  readonly env: Readonly<Record<string, string | undefined>>;
  /** Redraws the last lines; absent when the output is not a terminal. */
  readonly screen: Screen | undefined;
  /** Calls `listener` for each Ctrl-C, SIGTERM and SIGHUP until the result is called. */
  readonly onInterrupt: (listener: () => void) => () => void;
}

/** A piece of terminal that is drawn again and again. */
export interface Screen {
  readonly columns: () => number;
  readonly draw: (text: string) => void;
  /** Removes the drawing, so that other output can follow in its place. */
  readonly clear: () => void;
  /** Leaves the last drawing where it is and lets other output follow. */
  readonly done: () => void;
}
