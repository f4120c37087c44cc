import type { ProblemDefinition } from './problem-definition.ts';

/** Problems that the configuration asked to repair, and that were repaired. */
export const cleaningProblems = {
  'text-cut': {
    severity: 'warning',
    means: 'was longer than the service takes and has been cut',
    fix: 'Nothing to do; the whole text is in the export.',
  },
  'text-split': {
    severity: 'warning',
    means: 'was longer than the service takes and has been split into several messages',
    fix: 'Nothing to do; the messages follow each other, and together hold the whole text.',
  },
  'text-repaired': {
    severity: 'warning',
    means: 'had broken characters, which were replaced or removed',
    fix: 'Nothing to do; export the text again from the source if the original matters.',
  },
  'field-dropped': {
    severity: 'warning',
    means: 'has a value that the service does not take, and was left out of the record',
    fix: 'Correct the value and plan again if it matters: dropped.jsonl lists all of them. Set `badOptional: reject` under `cleaning` to have such rows rejected.',
  },
  'left-out-too-old': {
    severity: 'warning',
    means: 'is older than the service keeps messages, and its row was left out, as configured',
    fix: 'Nothing to do; take `tooOld` out of the cleaning to have such rows rejected.',
  },
  'left-out-blank-text': {
    severity: 'warning',
    means: 'is blank, and its row was left out, as configured',
    fix: 'Nothing to do; take `blankText` out of the cleaning to have such rows rejected.',
  },
} as const satisfies Record<string, ProblemDefinition>;
