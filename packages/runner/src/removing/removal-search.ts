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

/** What is searched, and what is done with what is found. */
export interface RemovalSearch extends JobToUndo {
  readonly client: Pick<Client, 'list' | 'call'>;
  /** Path of a temporary file, as for `compareKind`. */
  readonly spool: string;
  /** Called for each record that the job created and the app still holds. */
  readonly onRemoval: (change: PlannedChange) => void;
  /** Called for each record that a user or group of the job holds and the job did not create. */
  readonly onForeign: OnForeign;
  /**
   * Called for each record that the app holds and a request may have stored, and of which nothing proves that the job created it.
   * @param goesWith the user of the job with whom it goes, and who stays, as `users:uid`; absent: it would stay in any case
   */
  readonly onUnsure: (kind: Kind, id: string, goesWith?: string) => void;
  /** Called for each change that the job made to a record which it did not create. */
  readonly onNotRestored: (change: ChangeToKeep) => void;
  /** Called with the kind that is read next. */
  readonly onStep?: ((kind: Kind) => void) | undefined;
}
