import { expect, test } from 'vitest';
import { nextStep } from '../src/sending/next-step.ts';

const one = { positions: [0], failures: 3, cut: false };
const recognised = { othersLanded: true, recognises: true, mayBlame: true };

test.each([
  { mayHaveLanded: false, step: 'again' },
  { mayHaveLanded: true, step: 'unresolved' },
])(
  'a record whose requests got no answer, and may have arrived: $mayHaveLanded, is $step',
  ({ mayHaveLanded, step }) => {
    expect(nextStep(one, { mayHaveLanded, source: 'silence' }, recognised)).toBe(step);
  },
);
