import { expect, test } from 'vitest';
import type { OpenReason, OpenResult, RetryAction } from '../src/answers/answer-action.ts';
import { decide, type Incident, incidentOf, type Situation } from '../src/sending/decide.ts';

const trouble = { code: 'ERR_EXCEPTION', message: 'Something went wrong.' };

const reason = { code: 'request-refused', message: 'Refused.', fix: 'Correct it.' } as const;
const unsure: Incident = { type: 'stop', reason, certain: false, trouble };
const certain: Incident = { type: 'stop', reason, certain: true, trouble };
const refused: Incident = { type: 'split', because: 'refused', trouble };

function retry(source: RetryAction['source'], mayHaveLanded = true): Incident {
  return { type: 'retry', trouble, mayHaveLanded, source, afterMs: undefined };
}

function lookedUp(found: 'there' | 'absent' | 'doubtful' | 'unknown'): Incident {
  return { type: 'looked-up', found, trouble };
}

/** A part of one record that failed for the third time, on a service that has shown nothing else. */
const alone: Omit<Situation, 'incident'> = {
  part: {
    positions: [0],
    failures: 3,
    cut: false,
    mayHaveLanded: true,
    isWantedAgain: false,
    hasCreatedOthers: false,
  },
  isRepeatable: true,
  othersLanded: false,
  blamesLeft: 3,
  probe: undefined,
};
const many = { ...alone, part: { ...alone.part, positions: [0, 1, 2, 3] } };
const firstTime = { ...many, part: { ...many.part, failures: 1 } };
const piece = { ...firstTime, part: { ...firstTime.part, cut: true } };

interface Case {
  readonly when: string;
  readonly situation: Omit<Situation, 'incident'>;
  readonly incident: Incident;
  readonly step: string;
}

const probes = {
  recognises: { probe: 'recognises' },
  fails: { probe: 'does-not-recognise' },
  nothing: { probe: 'nothing-landed' },
} as const;

const lookUps: Case[] = [
  {
    when: 'a record that was sent is there',
    situation: alone,
    incident: lookedUp('there'),
    step: 'present',
  },
  {
    when: 'it is not there',
    situation: { ...alone, isRepeatable: false },
    incident: lookedUp('absent'),
    step: 'unresolved',
  },
  {
    when: 'it is not there, and sent again it lands once',
    situation: alone,
    incident: lookedUp('absent'),
    step: 'send',
  },
  {
    when: 'it cannot be looked up',
    situation: alone,
    incident: lookedUp('unknown'),
    step: 'unresolved',
  },
  {
    when: 'it is not there, and a retry asks for it',
    situation: {
      ...alone,
      isRepeatable: false,
      part: { ...alone.part, isWantedAgain: true },
    },
    incident: lookedUp('absent'),
    step: 'send-anew',
  },
  {
    when: 'it is not there, a retry asks for it, and sent again it lands once',
    situation: { ...alone, part: { ...alone.part, isWantedAgain: true } },
    incident: lookedUp('absent'),
    step: 'send',
  },
  {
    when: 'what was to be removed may have been created again by other people',
    situation: alone,
    incident: lookedUp('doubtful'),
    step: 'unresolved',
  },
  {
    when: 'the operator asks for the removal of what may have been created again',
    situation: { ...alone, part: { ...alone.part, isWantedAgain: true } },
    incident: lookedUp('doubtful'),
    step: 'send-anew',
  },
  {
    when: 'a record that was not sent is not there',
    situation: { ...alone, part: { ...alone.part, mayHaveLanded: false } },
    incident: lookedUp('absent'),
    step: 'send',
  },
  {
    when: 'a record that was not sent cannot be looked up',
    situation: { ...alone, part: { ...alone.part, mayHaveLanded: false } },
    incident: lookedUp('unknown'),
    step: 'send',
  },
];

const troubles: Case[] = [
  {
    when: 'the request never left',
    situation: { ...alone, ...probes.recognises },
    incident: retry('silence', false),
    step: 'pause',
  },
  {
    when: 'a live message got no answer',
    situation: { ...alone, isRepeatable: false },
    incident: retry('silence'),
    step: 'pause',
  },
  { when: 'a batch failed once', situation: firstTime, incident: retry('service'), step: 'pause' },
  { when: 'a piece failed once', situation: piece, incident: retry('service'), step: 'split' },
  {
    when: 'a piece of named records failed once',
    situation: piece,
    incident: retry('records'),
    step: 'pause',
  },
  {
    when: 'a piece of one record failed once',
    situation: { ...piece, part: { ...piece.part, positions: [0] } },
    incident: retry('service'),
    step: 'pause',
  },
  {
    when: 'a batch failed three times',
    situation: many,
    incident: retry('service'),
    step: 'probe',
  },
  {
    when: 'and others landed',
    situation: { ...many, othersLanded: true },
    incident: retry('service'),
    step: 'split',
  },
  {
    when: 'and the probe is recognised',
    situation: { ...many, ...probes.recognises },
    incident: retry('service'),
    step: 'split',
  },
  {
    when: 'and the probe fails',
    situation: { ...many, ...probes.fails },
    incident: retry('service'),
    step: 'pause',
  },
  {
    when: 'and nothing ever landed',
    situation: { ...many, ...probes.nothing },
    incident: retry('service'),
    step: 'split',
  },
  {
    when: 'and nothing ever landed, and one more may be blamed',
    situation: { ...many, ...probes.nothing, blamesLeft: 1 },
    incident: retry('service'),
    step: 'split',
  },
  {
    when: 'and nothing ever landed, after three blames',
    situation: { ...many, ...probes.nothing, blamesLeft: 0 },
    incident: retry('service'),
    step: 'pause',
  },
  {
    when: 'a gateway failed and nothing ever landed',
    situation: { ...many, ...probes.nothing },
    incident: retry('gateway'),
    step: 'pause',
  },
  {
    when: 'one record failed, the probe is recognised',
    situation: { ...alone, ...probes.recognises },
    incident: retry('service'),
    step: 'failed',
  },
  {
    when: 'one record got no answer, the probe is recognised',
    situation: { ...alone, ...probes.recognises },
    incident: retry('silence'),
    step: 'unresolved',
  },
  {
    when: 'one record failed, others landed',
    situation: { ...alone, othersLanded: true },
    incident: retry('gateway'),
    step: 'failed',
  },
];

const eighth = { ...many, part: { ...many.part, failures: 8 } };

const named: Case[] = [
  {
    when: 'named records fail for the third time',
    situation: many,
    incident: retry('records'),
    step: 'pause',
  },
  {
    when: 'and others landed',
    situation: { ...many, othersLanded: true },
    incident: retry('records'),
    step: 'settle-each',
  },
  { when: 'for the eighth time', situation: eighth, incident: retry('records'), step: 'probe' },
  {
    when: 'for the eighth time, more than may be blamed',
    situation: { ...eighth, ...probes.recognises },
    incident: retry('records'),
    step: 'pause',
  },
  {
    when: 'for the eighth time, as many as may be blamed',
    situation: { ...eighth, ...probes.recognises, blamesLeft: 4 },
    incident: retry('records'),
    step: 'settle-each',
  },
  {
    when: 'for the eighth time, beside created ones',
    situation: {
      ...eighth,
      ...probes.recognises,
      part: { ...eighth.part, hasCreatedOthers: true },
    },
    incident: retry('records'),
    step: 'settle-each',
  },
  {
    when: 'for the eighth time, and nothing ever landed',
    situation: { ...eighth, ...probes.nothing, blamesLeft: 9 },
    incident: retry('records'),
    step: 'pause',
  },
];

const refusals: Case[] = [
  { when: 'a batch is refused', situation: firstTime, incident: refused, step: 'split' },
  { when: 'one record is refused', situation: alone, incident: refused, step: 'failed' },
  {
    when: 'the last one that may be blamed is refused',
    situation: { ...alone, blamesLeft: 1 },
    incident: refused,
    step: 'failed',
  },
  {
    when: 'one more than may be blamed',
    situation: { ...alone, blamesLeft: 0 },
    incident: refused,
    step: 'probe',
  },
  {
    when: 'and the probe is recognised',
    situation: { ...alone, blamesLeft: 0, ...probes.recognises },
    incident: refused,
    step: 'failed',
  },
  {
    when: 'and nothing ever landed',
    situation: { ...alone, blamesLeft: 0, ...probes.nothing },
    incident: refused,
    step: 'stop-refusing',
  },
  {
    when: 'the key is refused',
    situation: { ...many, ...probes.recognises },
    incident: certain,
    step: 'stop',
  },
  { when: 'an unknown code refuses a batch', situation: many, incident: unsure, step: 'probe' },
  {
    when: 'and the probe as well',
    situation: { ...many, ...probes.fails },
    incident: unsure,
    step: 'stop',
  },
  {
    when: 'and nothing ever landed',
    situation: { ...many, ...probes.nothing },
    incident: unsure,
    step: 'stop',
  },
  {
    when: 'but not the probe',
    situation: { ...many, ...probes.recognises },
    incident: unsure,
    step: 'split',
  },
  {
    when: 'but not the probe, of one record',
    situation: { ...alone, ...probes.recognises },
    incident: unsure,
    step: 'failed',
  },
  {
    when: 'too many requests',
    situation: many,
    incident: { type: 'wait', afterMs: 1000, trouble },
    step: 'send-again',
  },
];

test.each([...lookUps, ...troubles, ...named, ...refusals])(
  '$when ($incident.type): $step',
  ({ situation, incident, step }) => {
    expect(decide({ ...situation, incident })).toBe(step);
  },
);

function open(because: OpenReason): OpenResult {
  return { is: 'open', because, trouble: { ...trouble, code: because } };
}

test('records that are left open for their number only wait; any other reason counts as a failure', () => {
  expect(incidentOf([open('rate'), open('rate')])).toMatchObject({ type: 'wait' });
  expect(incidentOf([open('rate'), open('realtime')])).toMatchObject({
    type: 'retry',
    source: 'records',
    mayHaveLanded: true,
    trouble: { code: 'realtime' },
  });
});
