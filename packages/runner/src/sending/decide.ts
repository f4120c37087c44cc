import type {
  OpenReason,
  OpenResult,
  RetryAction,
  SplitAction,
  StopAction,
  WaitAction,
} from '../answers/answer-action.ts';
import type { Trouble } from '../terms/trouble.ts';
import type { Part } from './part.ts';

/**
 * The result of a look-up; `doubtful`: other people may have created the record again, so it must not be removed once more;
 * `unknown`: the service does not allow the look-up.
 */
export interface LookedUp {
  readonly type: 'looked-up';
  readonly found: 'there' | 'absent' | 'doubtful' | 'unknown';
  /** Why the outcome of a record that is not found stays unknown. */
  readonly trouble: Trouble;
}

/** What happened to a part: its answer, the records that an answer left open, or the result of a look-up. */
export type Incident = LookedUp | WaitAction | RetryAction | SplitAction | StopAction;

/** What the loop does with the part next. */
export type Step =
  /** The part is in the service: the record is `present`. */
  | 'present'
  /** Send the part: it is not in the service. */
  | 'send'
  /** Send the part although it was sent before: the operator asked for that. */
  | 'send-anew'
  /** Send the part again when the lanes may send. */
  | 'send-again'
  /** Send the part again after a pause, longer with each failure. */
  | 'pause'
  /** Send its halves. */
  | 'split'
  /** Send a record that landed before, and decide again with the result. */
  | 'probe'
  /** The part has one record, which makes the service fail. */
  | 'failed'
  /** The part has one record, which never gets an answer. */
  | 'unresolved'
  /** The service names each of these records, again and again: each gets the outcome of its reason. */
  | 'settle-each'
  /** Stop the run with the reason of the answer. */
  | 'stop'
  /** Stop the run: the service refuses one record after the other. */
  | 'stop-refusing';

/** Whether the service recognises a record that landed before. */
export type ProbeResult = 'recognises' | 'does-not-recognise' | 'nothing-landed';

export interface Situation<Type extends Incident['type'] = Incident['type']> {
  readonly incident: Extract<Incident, { type: Type }>;
  /** The part, with this failure counted. */
  readonly part: Pick<
    Part,
    'positions' | 'failures' | 'cut' | 'mayHaveLanded' | 'isWantedAgain' | 'hasCreatedOthers'
  >;
  /** Whether the route takes a record twice without storing it twice. */
  readonly isRepeatable: boolean;
  /** Whether other records of the kind landed since the part first failed. */
  readonly othersLanded: boolean;
  /** How many more records may be blamed while nothing else lands. */
  readonly blamesLeft: number;
  /** `undefined`: the service was not probed. */
  readonly probe: ProbeResult | undefined;
}

/** After this number of failures, of a whole part or of one record, the same is not sent again. */
const FAILURES = 3;

/** The number of failures for records that the service names, while no other record of the kind lands. The pauses add up to two minutes. */
const FAILURES_IN_DOUBT = 8;

interface Row<Type extends Incident['type']> {
  readonly when?: (situation: Situation<Type>) => boolean;
  readonly step: Step;
}

/** For each incident the rows are read from the top; the first whose condition holds decides. */
const table: { readonly [Type in Incident['type']]: readonly Row<Type>[] } = {
  'looked-up': [
    { when: ({ incident }) => incident.found === 'there', step: 'present' },
    { when: ({ part }) => !part.mayHaveLanded, step: 'send' },
    { when: ({ incident }) => incident.found === 'unknown', step: 'unresolved' },
    // The operator's request allows one more send.
    {
      when: ({ incident, part }) => incident.found === 'doubtful' && part.isWantedAgain,
      step: 'send-anew',
    },
    { when: ({ incident }) => incident.found === 'doubtful', step: 'unresolved' },
    // A second send on a repeatable route does not store the record twice.
    { when: ({ isRepeatable }) => isRepeatable, step: 'send' },
    { when: ({ part }) => part.isWantedAgain, step: 'send-anew' },
    { step: 'unresolved' },
  ],
  // All lanes wait already.
  wait: [{ step: 'send-again' }],
  retry: [
    // The service has not seen a request that never left this machine.
    { when: ({ incident }) => !incident.mayHaveLanded, step: 'pause' },
    // The record is looked up before it is sent again.
    { when: ({ isRepeatable }) => !isRepeatable, step: 'pause' },
    // Cutting a piece further does no harm, even in an outage.
    { when: isPiece, step: 'split' },
    { when: ({ part }) => part.failures < FAILURES, step: 'pause' },
    { when: (now) => isInDoubt(now) && now.part.failures < FAILURES_IN_DOUBT, step: 'pause' },
    { when: ({ othersLanded, probe }) => !othersLanded && probe === undefined, step: 'probe' },
    { when: (now) => !now.othersLanded && !isServiceUp(now), step: 'pause' },
    // Writing may fail while the service still recognises landed records, so only a few records are given up.
    { when: (now) => isInDoubt(now) && !mayBlameAll(now), step: 'pause' },
    { when: isNamed, step: 'settle-each' },
    { when: ({ part }) => part.positions.length > 1, step: 'split' },
    { when: ({ incident }) => incident.source === 'silence', step: 'unresolved' },
    { step: 'failed' },
  ],
  split: [
    { when: ({ part }) => part.positions.length > 1, step: 'split' },
    { when: ({ blamesLeft }) => blamesLeft >= 1, step: 'failed' },
    { when: ({ probe }) => probe === undefined, step: 'probe' },
    { when: ({ probe }) => probe !== 'recognises', step: 'stop-refusing' },
    { step: 'failed' },
  ],
  stop: [
    { when: ({ incident }) => incident.certain, step: 'stop' },
    { when: ({ probe }) => probe === undefined, step: 'probe' },
    { when: ({ probe }) => probe !== 'recognises', step: 'stop' },
    // The service takes other records, so one of these is at fault.
    { when: ({ part }) => part.positions.length > 1, step: 'split' },
    { step: 'failed' },
  ],
};

/** What to do with a part. Answers `probe` only as long as the situation has no result of a probe. */
export function decide<Type extends Incident['type']>(situation: Situation<Type>): Step {
  const incident: Incident = situation.incident;
  const rows = table[incident.type as Type];
  return rows.find(({ when }) => when === undefined || when(situation))!.step;
}

/** The outcome of a record that answers leave open for this reason again and again. */
export const openOutcomes: Readonly<Record<OpenReason, 'failed' | 'unresolved' | 'send-again'>> = {
  trouble: 'failed',
  // The record itself may exist.
  realtime: 'unresolved',
  'not-mentioned': 'unresolved',
  stop: 'unresolved',
  rate: 'send-again',
};

/** The records that an answer left open, as an incident of their own. @param open not empty */
export function incidentOf(open: Iterable<OpenResult>): WaitAction | RetryAction {
  const results = [...open];
  const failing = results.find(({ because }) => because !== 'rate');
  if (failing === undefined)
    return { type: 'wait', afterMs: undefined, trouble: results[0]!.trouble };
  const { trouble } = failing;
  return { type: 'retry', trouble, mayHaveLanded: true, source: 'records', afterMs: undefined };
}

type RetrySituation = Situation<'retry'>;

/** Whether the service names the records that it fails over. */
function isNamed({ incident }: RetrySituation): boolean {
  return incident.source === 'records';
}

/** Whether the part was cut from a part that failed, and can be cut again. */
function isPiece(situation: RetrySituation): boolean {
  const { cut, positions } = situation.part;
  return cut && positions.length > 1 && !isNamed(situation);
}

/** Whether the fault may lie with the service although it names records. */
function isInDoubt(situation: RetrySituation): boolean {
  return isNamed(situation) && !situation.othersLanded;
}

/** Whether the probe shows that the service works. The first records of a plan may be bad ones: then nothing landed. */
function isServiceUp({ probe, incident, blamesLeft }: RetrySituation): boolean {
  if (probe === 'nothing-landed') return incident.source === 'service' && blamesLeft >= 1;
  return probe === 'recognises';
}

function mayBlameAll({ part, blamesLeft }: RetrySituation): boolean {
  return part.hasCreatedOthers || part.positions.length <= blamesLeft;
}
