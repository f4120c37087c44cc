import type { Durability } from '../fast-path/durability.ts';
import type { Route } from '../routes/route.ts';
import type { RunOptions } from '../terms/run-options.ts';
import type { SendPorts } from './send-ports.ts';

/** How this process does its steps. */
interface StepSettings {
  /** The lanes that this process walks. */
  readonly lanes: readonly number[];
  /** The routes of kinds that are not sent through the import endpoints. */
  readonly routes: NonNullable<RunOptions['routes']>;
  /** What ledger writes about the records of a route have to survive. */
  readonly durabilityOf: (route: Route) => Durability;
  /** Path of a file that comparisons make and remove. */
  readonly spool: string;
  /** How many records may have been there before with other content. */
  readonly mostDifferent: number;
  /** Whether a user or group is removed although it holds other records. */
  readonly removesHolder: NonNullable<RunOptions['removesHolder']>;
  /** Whether a record that a user holds does not keep the user. */
  readonly goesWithHolder: NonNullable<RunOptions['goesWithHolder']>;
}

/** What a step works with. */
export interface StepPorts extends SendPorts {
  readonly settings: StepSettings;
}
