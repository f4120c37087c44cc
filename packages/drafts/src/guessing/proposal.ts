/** A decision for a person. The lines of the draft that belong to it count once it is accepted. */
export interface Proposal {
  /** The name that accepts it, such as `posts.reply_to`. */
  readonly name: string;
  readonly reason: string;
  /** A value that is given with the name, as in `zone=Europe/Berlin`; undefined where it takes none. */
  readonly value?: ProposedValue | undefined;
  readonly isAccepted: boolean;
}

export interface ProposedValue {
  readonly example: string;
  /** The values that there are; undefined for any. */
  readonly choices?: readonly string[] | undefined;
  /** Whether it has to be given; otherwise the line has the one that is proposed. */
  readonly isNeeded: boolean;
}

/** The names of the proposals that were accepted, each with the value that was given for it. */
export type Accepted = ReadonlyMap<string, string | undefined>;

/** The text after `--accept` that accepts a proposal. */
export function acceptedAs({ name, value }: Proposal): string {
  return value?.isNeeded === true ? `${name}=${value.example}` : name;
}

/** The name with which a table is accepted as one of a kind. */
export function kindProposal(table: string, kind: string): string {
  return `${nameWithout(table)}.${kind}`;
}

/** A name without characters that separate names, or that a shell changes. */
export function nameWithout(text: string): string {
  return text.replaceAll(/[^\p{L}\p{N}_.-]+/gu, '-').replaceAll(/^[-.]+|[-.]+$/g, '') || 'it';
}
