import type { Client } from '@chatferry/client';
import type { Kind, Row } from '@chatferry/contract';
import type { PlannedChange } from '@chatferry/planner';
import type { OnForeign } from './foreign-records.ts';
import type { JobToUndo } from './own-keys.ts';

/** A change that is not restored. */
export interface ChangeToKeep {
  readonly kind: Kind;
  readonly id: string;
  /** The fields that were changed; absent where the record has only one. */
  readonly fields?: readonly string[] | undefined;
  /** The values of these fields before, if they are known. */
  readonly before?: Row | undefined;
}

/** The job and the app to search, and the callbacks for the records found. */
export interface RemovalSearch extends JobToUndo {
  readonly client: Pick<Client, 'list' | 'call'>;
  /** Path of a temporary file, as for `compareKind`. */
  readonly spool: string;
  /** Called for each record that the job created and the app still holds. */
  readonly onRemoval: (change: PlannedChange) => void;
  /** Called for each record that a user or group of the job holds and the job did not create. */
  readonly onForeign: OnForeign;
  /**
   * Called for each record in the app that a request may have stored, without proof that the job created it.
   * @param goesWith `users:uid` of the job's user with whom the record would go, but who stays; absent: the record stays in any case
   */
  readonly onUnsure: (kind: Kind, id: string, goesWith?: string) => void;
  /** Called for each change that the job made to a record that it did not create. */
  readonly onNotRestored: (change: ChangeToKeep) => void;
  /** Called with the kind that is read next. */
  readonly onStep?: ((kind: Kind) => void) | undefined;
}
