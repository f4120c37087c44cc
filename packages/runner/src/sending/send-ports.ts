import type { Client, Clock } from '@chatferry/client';
import type { Kind } from '@chatferry/contract';
import type { Plan } from '@chatferry/planner';
import type { Ledger } from '../ledger/ledger.ts';
import type { Gate } from '../pacing/gate.ts';
import type { InFlight } from '../pacing/in-flight.ts';
import type { ServiceHealth } from '../pacing/service-health.ts';
import type { Route } from '../routes/route.ts';
import type { RunEvent } from '../run-event.ts';
import type { Halt } from './halt.ts';
import type { Losses } from './losses.ts';
import type { RequestSize } from './request-size.ts';
import type { Witness } from './witness.ts';

/** What all lanes of a run share. */
export interface SendPorts {
  readonly plan: Plan;
  readonly ledger: Ledger;
  readonly client: Client;
  readonly clock: Clock;
  readonly random: () => number;
  readonly gate: Gate;
  readonly routeOf: (kind: Kind) => Route;
  /** Numbers of batches that a lane announces ahead; 0 where each is announced when its turn has come. */
  readonly announceAhead: number;
  readonly inFlight: InFlight;
  readonly health: ServiceHealth;
  readonly witness: Witness;
  readonly requestSize: RequestSize;
  readonly losses: Losses;
  readonly halt: Halt;
  readonly tell: (event: RunEvent) => void;
}
