import type { Kind } from '@chatferry/contract';
import type { Rate } from './rate.ts';
import type { Timetable } from './timetable.ts';

/** Through which endpoints a kind is sent. */
export type RouteName = 'data-import' | 'chat';

/** Records that may fail in one run before it stops; percent of the records planned; `none`: it never stops for that. */
export type MaxFailures = number | { readonly percent: number } | 'none';

export interface RunOptions {
  /** The quota of the import endpoints. It is spent evenly and never exceeded. */
  readonly requestsPerMinute: Rate | Timetable;
  /** Whether the four import endpoints share one quota (the careful assumption) or have one each. */
  readonly sharedQuota: boolean;
  /** Requests in flight at the same time, at most. Lowered while the service is slow or failing. */
  readonly concurrency: number;
  /** Absent: the run stops when the service refuses nearly everything of a kind. */
  readonly maxFailures?: MaxFailures | undefined;
  /**
   * The run stops when more records than this were there before it with other content than planned; percent of the
   * records planned. 0 unless given.
   */
  readonly maxDifferent?: number | { readonly percent: number } | undefined;
  /** Whether live operations, such as friends, are sent: users may be notified. Otherwise the run stops before the first live operation. */
  readonly allowsLive?: boolean | undefined;
  /** For a plan that removes: whether a user or group is removed although it holds records that are not removed. Default: none is. */
  readonly removesHolder?: ((kind: Kind, id: string) => boolean) | undefined;
  /** For a plan that removes: whether a record that a user holds goes with the user, although it is not removed. Default: none does. */
  readonly goesWithHolder?: ((kind: Kind, id: string) => boolean) | undefined;
  /** The run stops when the service has not given one good answer for this long. */
  readonly giveUpAfterMs: number;
  /** Whether the words of the service, which may quote people, are left out of the ledger, the events and the result. Its codes stay. */
  readonly codesOnly?: boolean | undefined;
  /** How each kind is sent; `data-import` unless given. */
  readonly routes?: Readonly<Partial<Record<Kind, RouteName>>> | undefined;
  /** The most requests a minute at the chat endpoints. Without it the quota of the service: 10,000, or what its answers report. */
  readonly chatRequestsPerMinute?: Rate | undefined;
}
