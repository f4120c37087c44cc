import { acceptedAs, type Proposal } from '../guessing/proposal.ts';
import { type Draft, proposalsIn } from './draft.ts';

/** Maximum number of proposals with the same name in different tables that are listed one by one. */
const MOST_ALIKE = 3;

/** The last part of a name: `receiver` of `room-1.receiver`. */
export function lastPartOf({ name }: Proposal): string {
  return name.slice(name.lastIndexOf('.') + 1);
}

/** The open proposals with the same last part of the name, if there are many. */
export function manyAlike(draft: Draft): ReadonlyMap<string, readonly Proposal[]> {
  const open = proposalsIn(draft).filter(
    ({ name, isAccepted }) => !isAccepted && name.includes('.'),
  );
  return new Map([...Map.groupBy(open, lastPartOf)].filter(([, own]) => own.length > MOST_ALIKE));
}

/** The argument of `--accept` for these proposals: `*.receiver` when they include all proposals with this part. */
export function acceptingAll(proposals: readonly Proposal[], draft: Draft): string {
  const whole = [...manyAlike(draft)].filter(([, own]) =>
    own.every((each) => proposals.includes(each) && each.value?.isNeeded !== true),
  );
  const parts = new Map(whole);
  const names = proposals.map((each) =>
    parts.get(lastPartOf(each))?.includes(each) === true
      ? `*.${lastPartOf(each)}`
      : acceptedAs(each),
  );
  const text = [...new Set(names)].join(',');
  return text.includes('*') ? `'${text}'` : text;
}
