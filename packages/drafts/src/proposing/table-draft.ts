import type { InputKind } from '@chatferry/contract';
import type { Column } from '../columns/column.ts';
import type { GuessedTable } from '../guessing/guessed-table.ts';
import { isInServiceForm } from '../matching/service-form.ts';
import type { AttachmentTable } from './attachment-table.ts';
import { type Accepted, kindProposal, nameWithout, type Proposal } from '../guessing/proposal.ts';

/** A line of the draft: a key with its value. */
export interface DraftLine {
  readonly key: string;
  readonly value: unknown;
  /** The reason for an active line. */
  readonly note?: string | undefined;
  /** The proposal that the line belongs to; undefined for a line that is certain. */
  readonly proposal: Proposal | undefined;
  /** Whether the line is active; otherwise it is written as a comment. */
  readonly isActive: boolean;
  /** The proposal that turns off an active line. */
  readonly off?: Proposal | undefined;
}

export const sections = ['columns', 'convert', 'constants', 'times', 'only'] as const;

export type Section = (typeof sections)[number];

/** Sections in which two lines with the same key become one: a field has one rule, and a column one condition. */
const joins: Partial<Record<Section, (one: unknown, other: unknown) => unknown>> = {
  convert: (one, other) => ({ ...(one as object), ...(other as object) }),
  only: (one, other) => ({ not: [...excludedBy(one), ...excludedBy(other)] }),
};

function excludedBy(condition: unknown): unknown[] {
  return [(condition as { readonly not?: unknown }).not ?? []].flat();
}

/** The attachments of messages in a query. */
interface QueriedAttachments extends AttachmentTable {
  /** The column of the query that holds the attachments of a message as a list. */
  readonly list: string;
  /** The name of the proposal that has to be accepted before the column is read. */
  readonly waitsFor: string | undefined;
}

/** How a proposal is named, and whether a value may be given with its name. */
interface Naming {
  /** Default: the key of the line. */
  readonly name?: string;
  /** Makes the value of the line from the given one. */
  readonly valueOf?: (given: string) => unknown;
  readonly example?: string;
  readonly choices?: readonly string[];
  readonly isNeeded?: true;
}

/** The draft for the rows of a table, as far as it can be guessed. */
export class TableDraft {
  readonly guess: GuessedTable;
  /** Whether the rows are in the form of the service, so that they need no lines. */
  readonly isOwn: boolean;
  readonly lines: Record<Section, DraftLine[]> = {
    columns: [],
    convert: [],
    constants: [],
    times: [],
    only: [],
  };
  readonly ignored: {
    readonly name: string;
    readonly note: string;
    /** Whether another line reads the column, or a proposal or filter concerns it. */
    readonly isDecided: boolean;
  }[] = [];
  /** Places of other rows in the document, which `plan` rejects until they are mapped or ignored. */
  readonly notIgnored: { readonly name: string; readonly proposal: Proposal }[] = [];
  /** The proposal that the rows have the kind; undefined for a certain kind. */
  readonly kindProposal: Proposal | undefined;
  /** A time without a zone. */
  timeWithoutZone: string | undefined;
  /** Columns of groups with users who may be their members. */
  participants: readonly Column[] = [];
  /** The table from which the query reads the attachments of messages. */
  attachments: QueriedAttachments | undefined;
  /** The proposal that these users are members. */
  membersProposal: Proposal | undefined;
  /** Proposals that turn off active lines. They are not open questions. */
  readonly switches: Proposal[] = [];
  /** Fields of columns that refer to a table that is not read yet. They are read when the table is read. */
  readonly waitsFor: { readonly field: string; readonly table: string }[] = [];
  /** Required fields without an active line, with what to do. */
  readonly lacking: string[] = [];
  readonly #accepted: Accepted;
  readonly #names = new Set<string>();

  constructor(guess: GuessedTable, accepted: Accepted = new Map()) {
    this.guess = guess;
    this.isOwn = isInServiceForm(guess.kind, guess.table);
    this.#accepted = accepted;
    const name = kindProposal(guess.table.name, guess.kind);
    const reason = guess.doubt ?? `it was accepted as ${guess.kind}`;
    if (guess.doubt !== undefined || accepted.has(name))
      this.kindProposal = { name, reason, isAccepted: accepted.has(name) };
  }

  get kind(): InputKind {
    return this.guess.kind;
  }

  /** The proposals of the table, in the order of the draft. */
  get proposals(): readonly Proposal[] {
    const ofLines = sections.flatMap((section) => this.lines[section].map((line) => line.proposal));
    const ofPlaces = this.notIgnored.map(({ proposal }) => proposal);
    const all = [this.kindProposal, ...ofLines, ...ofPlaces, this.membersProposal].filter(
      (each) => each !== undefined,
    );
    return [...new Set(all)];
  }

  /** Adds an active line, or a line that belongs to a proposal. */
  add(section: Section, key: string, value: unknown, note?: string, proposal?: Proposal): void {
    const isActive = proposal === undefined || proposal.isAccepted;
    const lines = this.lines[section];
    const same = isActive ? lines.findIndex((line) => line.isActive && line.key === key) : -1;
    const join = joins[section];
    if (same === -1 || join === undefined) lines.push({ key, value, note, proposal, isActive });
    else lines[same] = { ...lines[same]!, value: join(lines[same]!.value, value) };
  }

  /** Adds a line that a person has to confirm. */
  propose(
    section: Section,
    key: string,
    value: unknown,
    reason: string,
    naming: Naming = {},
  ): Proposal {
    const { name = key, valueOf, example = String(value), choices, isNeeded = false } = naming;
    const takesValue = valueOf && { example, choices, isNeeded };
    const proposal = this.proposal(name, reason, takesValue);
    const given = this.valueGiven(proposal);
    this.add(section, key, given === undefined ? value : valueOf?.(given), undefined, proposal);
    return proposal;
  }

  /** Adds an active filter, unless its removal was accepted. */
  filter(key: string, condition: unknown, reason: string): void {
    const off = this.proposal(`keep-${key}`, `does not: ${reason}`);
    this.switches.push(off);
    const line = off.isAccepted
      ? { value: { not: [] }, note: 'leaves out nothing, as accepted' }
      : { value: condition, note: reason, off };
    this.lines.only.push({ key, proposal: undefined, isActive: true, ...line });
  }

  /** The value that was given with the name of a proposal; undefined without a value. */
  valueGiven({ name }: Proposal): string | undefined {
    return this.#accepted.get(name);
  }

  /** Proposes to ignore the rows at a place of the document. */
  proposeIgnored(place: string, label: string, reason: string): void {
    this.notIgnored.push({ name: place, proposal: this.proposal(`without-${label}`, reason) });
  }

  /** Makes a proposal, to which lines can be added. @param key its name in the table */
  proposal(key: string, reason: string, value?: Proposal['value']): Proposal {
    const base = `${nameWithout(this.guess.table.name)}.${nameWithout(key)}`;
    let name = base;
    for (let number = 2; this.#names.has(name); number++) name = `${base}-${number}`;
    this.#names.add(name);
    return { name, reason, value, isAccepted: this.#accepted.has(name) };
  }
}
