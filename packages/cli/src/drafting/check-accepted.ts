import { matchesPattern } from '@chatferry/contract';
import {
  type Accepted,
  acceptedAs,
  type Draft,
  type Proposal,
  proposalsIn,
  switchesIn,
} from '@chatferry/drafts';
import { Refusal } from '@chatferry/contract/refusal';

/**
 * Checks the names that were typed for `--accept`. A typed name may not be a proposal any more, because another typed name makes it
 * certain; so the proposals of the draft before count too.
 *
 * @param before drafts without the typed names
 * @throws {Refusal} with the list of proposals, for a name that is no proposal
 */
export async function checkAccepted(
  draft: Draft,
  typed: Accepted,
  before: () => Promise<Draft>,
): Promise<void> {
  const proposals = namedIn(draft);
  const isKnown = [...typed.keys()].every((name) => named(name, proposals).length > 0);
  const earlier = isKnown ? [] : namedIn(await before());
  for (const [name, value] of typed) {
    const found = named(name, [...proposals, ...earlier]);
    if (found.length === 0) throw unknownName(name, proposals);
    for (const proposal of found) checkValue(proposal, value);
  }
}

/** The proposals with a name, or with names that match a pattern such as `*.receiver`. */
function named(name: string, proposals: readonly Proposal[]): readonly Proposal[] {
  return proposals.filter((each) => matchesPattern(each.name, name));
}

function checkValue(proposal: Proposal, value: string | undefined): void {
  const { name, value: wanted } = proposal;
  if (value !== undefined && wanted === undefined)
    throw new Refusal(`${name} takes no value, but is given '${value}'.`);
  if (value === undefined && wanted?.isNeeded === true)
    throw new Refusal(`${name} needs a value: --accept ${acceptedAs(proposal)}`);
  if (value !== undefined && wanted?.choices?.includes(value) === false)
    throw new Refusal(`${name} is '${value}', but must be one of ${wanted.choices.join(', ')}.`);
}

function namedIn(draft: Draft): Proposal[] {
  return [...proposalsIn(draft), ...switchesIn(draft)];
}

function unknownName(name: string, proposals: readonly Proposal[]): Refusal {
  return new Refusal(
    [
      `There is no proposal '${name}'.`,
      ...(proposals.length === 0
        ? ['The draft has no proposals: all of its lines are certain.']
        : ['The proposals are:', ...proposals.map((each) => `  ${acceptedAs(each)}`)]),
    ],
    'Name one of these, or several with commas between them.',
  );
}
