import { figuresOf, type JobFigures } from './figures.ts';
import { headlineOf } from './headline.ts';
import type { JobFacts } from './job-facts.ts';
import { type JobState, stateOf, type Statement } from './job-state.ts';
import { plannedKinds, tallyOf } from './job-tally.ts';
import { type Proof, proofOf } from './read-back.ts';
import { type ProvedStep, provedSteps } from './proved-steps.ts';
import { explainingSentences, sentencesOf } from './sentences.ts';

/** The statements about a job. No sentence is stronger than what was proved. */
export interface Conclusion {
  readonly state: JobState;
  readonly proof: Proof;
  readonly headline: string;
  readonly sentences: readonly string[];
  readonly figures: JobFigures;
}

/** The conclusion for a page that is read from top to bottom. */
export interface PageConclusion extends Conclusion {
  /** The sentences that explain the headline; the others are in `proved`. */
  readonly explaining: readonly string[];
  readonly proved: readonly ProvedStep[];
}

/** The source of all statements about a job: in the report, in `status`, and after a run or a verification. */
export function conclusionOf(facts: JobFacts): Conclusion {
  return concluded(statementOf(facts));
}

export function pageConclusionOf(facts: JobFacts): PageConclusion {
  const statement = statementOf(facts);
  return {
    ...concluded(statement),
    explaining: explainingSentences(statement),
    proved: provedSteps(statement),
  };
}

function statementOf(facts: JobFacts): Statement {
  const tally = tallyOf(facts);
  const planned = plannedKinds(facts);
  const proof = proofOf(facts, planned);
  return { facts, tally, state: stateOf(facts, tally), proof, planned };
}

function concluded(statement: Statement): Conclusion {
  const { facts, tally, state, proof } = statement;
  const rehearsal = facts.isRehearsal && state !== 'inconsistent' ? 'Rehearsal. ' : '';
  return {
    state,
    proof,
    headline: `${rehearsal}${headlineOf(statement)}`,
    sentences: sentencesOf(statement),
    figures: figuresOf(facts, tally),
  };
}
