import type { InputKind } from '@chatferry/contract';
import type { Column } from '../columns/column.ts';
import type { GuessedTable } from '../guess-export.ts';
import { isInServiceForm } from '../matching/service-form.ts';

/** A line of the draft: a key with its value. */
export interface DraftLine {
  readonly key: string;
  readonly value: unknown;
  /** What the line is based on. Always there where it is only a proposal. */
  readonly note?: string;
  /** Whether it counts; otherwise it is written as a comment. */
  readonly isActive: boolean;
}

export const sections = ['columns', 'convert', 'constants', 'times', 'only'] as const;

export type Section = (typeof sections)[number];

/** How the rows of a table become records, as far as it can be guessed. */
export class TableDraft {
  readonly guess: GuessedTable;
  /** Whether its rows are in the form of the service, so that they need no line. */
  readonly isOwn: boolean;
  readonly lines: Record<Section, DraftLine[]> = {
    columns: [],
    convert: [],
    constants: [],
    times: [],
    only: [],
  };
  readonly ignored: { readonly name: string; readonly note: string }[] = [];
  /** A time without a zone. */
  timeWithoutZone: string | undefined;
  /** Columns of groups with users who may be their members. */
  participants: readonly Column[] = [];
  /** Needed fields that have no line that counts, with what to do. */
  readonly lacking: string[] = [];

  constructor(guess: GuessedTable) {
    this.guess = guess;
    this.isOwn = isInServiceForm(guess.kind, guess.table);
  }

  get kind(): InputKind {
    return this.guess.kind;
  }

  add(section: Section, key: string, value: unknown, note?: string): void {
    this.lines[section].push({
      key,
      value,
      isActive: true,
      ...(note === undefined ? {} : { note }),
    });
  }

  /** Adds a line that the user has to confirm. */
  propose(section: Section, key: string, value: unknown, note: string): void {
    this.lines[section].push({ key, value, isActive: false, note });
  }
}
