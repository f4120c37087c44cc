import type { Route } from '../routes/route.ts';
import type { BatchProgress } from './batch-progress.ts';
import type { LaneIntent } from './lane-intent.ts';
import type { SendPorts } from './send-ports.ts';

/** What everything that happens to a part of a batch works with. */
export interface BatchOnItsWay {
  readonly progress: BatchProgress;
  readonly route: Route;
  readonly intent: LaneIntent;
  readonly ports: SendPorts;
}
