import {
  type Accepted,
  acceptedAs,
  type Draft,
  type Proposal,
  proposalsIn,
  switchesIn,
} from '@chatferry/drafts';
import { Refusal } from '../refusal.ts';

/**
 * Checks the names that were typed. One may be no proposal any more because another one that was typed makes it certain.
 *
 * @param before drafts without these names
 * @throws {Refusal} with the list of proposals for one that there is not
 */
export async function checkAccepted(
  draft: Draft,
  typed: Accepted,
  before: () => Promise<Draft>,
): Promise<void> {
  const proposals = namedIn(draft);
  const isKnown = [...typed.keys()].every((name) => proposals.some((each) => each.name === name));
  const earlier = isKnown ? [] : namedIn(await before());
  for (const [name, value] of typed) {
    const found = [...proposals, ...earlier].find((each) => each.name === name);
    if (found === undefined) throw unknownName(name, proposals);
    if (value !== undefined && found.value === undefined)
      throw new Refusal(`${name} takes no value, but is given '${value}'.`);
    if (value === undefined && found.value?.isNeeded === true)
      throw new Refusal(`${name} needs a value: --accept ${acceptedAs(found)}`);
    if (value !== undefined && found.value?.choices?.includes(value) === false)
      throw new Refusal(
        `${name} is '${value}', but must be one of ${found.value.choices.join(', ')}.`,
      );
  }
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
