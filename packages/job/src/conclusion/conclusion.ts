import { headlineOf } from './headline.ts';
import type { JobFacts } from './job-facts.ts';
import { type JobState, stateOf } from './job-state.ts';
import { plannedKinds, tallyOf } from './job-tally.ts';
import { type Proof, proofOf } from './read-back.ts';
import { sentencesOf } from './sentences.ts';

/** What is stated about a job. No sentence is stronger than what was proved. */
export interface Conclusion {
  readonly state: JobState;
  readonly proof: Proof;
  readonly headline: string;
  readonly sentences: readonly string[];
}

/** All statements about a job follow from here: those of the report, of `status`, of a run and of a verification. */
export function conclusionOf(facts: JobFacts): Conclusion {
  const tally = tallyOf(facts);
  const state = stateOf(facts, tally);
  const planned = plannedKinds(facts);
  const proof = proofOf(facts, planned);
  const statement = { facts, tally, state, proof, planned };
  const rehearsal = facts.isRehearsal && state !== 'inconsistent' ? 'Rehearsal. ' : '';
  return {
    state,
    proof,
    headline: `${rehearsal}${headlineOf(statement)}`,
    sentences: sentencesOf(statement),
  };
}
