import { count, counted } from '@chatferry/contract';
import { figuresOf } from './figures.ts';
import { isOver, type Statement } from './job-state.ts';
import { readBackSentences } from './read-back-words.ts';
import { rowsText } from './rows-words.ts';

/** One step of what is proved about a job, from the weakest to the strongest, and what is not proved. */
export interface ProvedStep {
  readonly step: 'Counted' | 'Answered' | 'Compared' | 'Not compared' | 'Not shown';
  readonly text: string;
}

/** What is proved about the rows, each step in words that are not stronger than its proof. */
export function provedSteps(statement: Statement): ProvedStep[] {
  const { facts, tally, state, proof, planned } = statement;
  const { stored } = figuresOf(facts, tally);
  const steps: ProvedStep[] = [];
  if (state !== 'inconsistent') steps.push({ step: 'Counted', text: countedText(statement) });
  if (state !== 'planned' && planned.length > 0)
    steps.push({
      step: 'Answered',
      text: `The service reported ${counted(stored, 'record')} as stored.${removedText(statement)}`,
    });
  const { compared, notCompared, notShown } = readBackSentences(facts, planned, proof);
  if (compared.length > 0) steps.push({ step: 'Compared', text: compared.join(' ') });
  steps.push(...notCompared.map((text): ProvedStep => ({ step: 'Not compared', text })));
  if (notShown !== '')
    steps.push({ step: 'Not shown', text: `The service does not show these fields: ${notShown}.` });
  if (notCompared.length === 0 && compared.length === 0 && isOver(state) && planned.length > 0)
    steps.push({
      step: 'Not compared',
      text: `${rowsText(tally, facts).nothing} yet.`,
    });
  return steps;
}

function countedText({ tally, state }: Statement): string {
  const { rows, planned, unresolved, pending } = tally;
  if (state === 'planned')
    return `${rows === 1 ? 'The one row' : `Each of the ${counted(rows, 'row')}`} is planned, or left out for a reason: ${counted(planned, 'record')} can be sent.`;
  return `${rows === 1 ? 'The one row' : `Each of the ${counted(rows, 'row')}`} has exactly one outcome. ${count(unresolved)} ${unresolved === 1 ? 'is' : 'are'} of unknown outcome, ${count(pending)} ${pending === 1 ? 'is' : 'are'} not sent yet.`;
}

function removedText({ facts: { undo } }: Statement): string {
  return undo === undefined
    ? ''
    : ` Of them, ${counted(undo.removed, 'record')} ${undo.removed === 1 ? 'was' : 'were'} reported as removed since.`;
}
