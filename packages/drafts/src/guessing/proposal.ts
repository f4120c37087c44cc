/** A decision for a person. The lines of the draft that belong to it take effect when it is accepted. */
export interface Proposal {
  /** The name that accepts it, such as `posts.reply_to`. */
  readonly name: string;
  readonly reason: string;
  /** A value that is given with the name, as in `zone=Europe/Berlin`; undefined for a proposal without a value. */
  readonly value?: ProposedValue | undefined;
  readonly isAccepted: boolean;
}

export interface ProposedValue {
  readonly example: string;
  /** The possible values; undefined for any value. */
  readonly choices?: readonly string[] | undefined;
  /** Whether the value must be given; otherwise the line has the proposed value. */
  readonly isNeeded: boolean;
}

/** The names of the accepted proposals, each with its given value. */
export type Accepted = ReadonlyMap<string, string | undefined>;

/** The text after `--accept` that accepts a proposal. */
export function acceptedAs({ name, value }: Proposal): string {
  return value?.isNeeded === true ? `${name}=${value.example}` : name;
}

/** The name that accepts a table as a table of a kind. */
export function kindProposal(table: string, kind: string): string {
  return `${nameWithout(table)}.${kind}`;
}

/** A name without characters that separate names or that a shell interprets. */
export function nameWithout(text: string): string {
  return text.replaceAll(/[^\p{L}\p{N}_.-]+/gu, '-').replaceAll(/^[-.]+|[-.]+$/g, '') || 'it';
}
