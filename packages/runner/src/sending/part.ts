/** Records of a batch that are sent in one request, with their history. */
export interface Part {
  /** 0-based positions in the batch, ascending. */
  readonly positions: readonly number[];
  /** Requests made with these records in them. */
  readonly attempts: number;
  /** Failures in a row with exactly these records. */
  readonly failures: number;
  /** Whether the part was cut from a part that kept failing. */
  readonly cut: boolean;
  /** Whether an earlier request may have stored the records. */
  readonly mayHaveLanded: boolean;
  /** Whether the operator asked to send the records again, although they may have landed. */
  readonly isWantedAgain: boolean;
  /** Answers of the whole run that had reported a landed record when this part first failed. */
  readonly landingsBefore: number | undefined;
  /** Whether a request that left these records open created other records. */
  readonly hasCreatedOthers: boolean;
}

export function wholePart(
  about: Pick<Part, 'positions' | 'attempts' | 'mayHaveLanded' | 'isWantedAgain'>,
): Part {
  return { ...about, failures: 0, cut: false, landingsBefore: undefined, hasCreatedOthers: false };
}

/** The two halves of a part, in order. */
export function halves(part: Part): [Part, Part] {
  const middle = Math.ceil(part.positions.length / 2);
  const half = (positions: readonly number[]): Part => ({
    ...part,
    positions,
    failures: 0,
    cut: true,
    landingsBefore: undefined,
  });
  return [half(part.positions.slice(0, middle)), half(part.positions.slice(middle))];
}

/** Each record of a part as a part of its own, in order. */
export function singly(part: Part): Part[] {
  return part.positions.map((position) => ({ ...part, positions: [position], failures: 0 }));
}

/** The records of a part that an answer leaves open. An answer that settles some of the records is progress. */
export function remaining(part: Part, positions: readonly number[], createdOthers: boolean): Part {
  if (positions.length === part.positions.length) return part;
  return {
    ...part,
    positions,
    failures: 0,
    landingsBefore: undefined,
    hasCreatedOthers: part.hasCreatedOthers || createdOthers,
    mayHaveLanded: true,
  };
}

/** The part with one more failure. @param landings answers of the whole run so far that reported a landed record */
export function afterFailure(part: Part, mayHaveLanded: boolean, landings: number): Part {
  return {
    ...part,
    failures: part.failures + 1,
    mayHaveLanded: part.mayHaveLanded || mayHaveLanded,
    landingsBefore: part.landingsBefore ?? landings,
  };
}

/** Some records of a part as a part of its own; none without records. */
export function only(part: Part, positions: readonly number[]): readonly Part[] {
  return positions.length === 0 ? [] : [{ ...part, positions, failures: 0 }];
}
