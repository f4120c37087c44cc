/**
 * Why a run ended before everything was sent. The same command resumes such a run:
 * - `interrupted`: the caller or the operator stopped it
 * - `key-refused`: the key is unknown, or may not import
 * - `wrong-app`: there is no such app in this region, or no such API at the address
 * - `plan-limit`: the app's plan does not allow it, or is used up
 * - `request-refused`: the service refuses everything it is sent
 * - `too-many-failures`: more records failed than allowed
 * - `present-differs`: more records than allowed were there before, with other content than planned
 * - `roles-missing`: the app lacks roles that users of the plan need
 * - `live-not-allowed`: what is next may notify users, and the caller has not allowed it
 * - `list-unreadable`: a list of the app cannot be read whole, or is in no order
 * - `gave-up`: no good answer for as long as allowed
 * - `ledger`: the ledger cannot be written, or is damaged
 * - `plan`: the plan is damaged, and the rest of it cannot be read
 */
export type StopCode =
  | 'interrupted'
  | 'key-refused'
  | 'wrong-app'
  | 'plan-limit'
  | 'request-refused'
  | 'too-many-failures'
  | 'present-differs'
  | 'roles-missing'
  | 'live-not-allowed'
  | 'list-unreadable'
  | 'gave-up'
  | 'ledger'
  | 'plan';

export interface StopReason {
  readonly code: StopCode;
  /** What happened, with the service's own words if there are any. */
  readonly message: string;
  readonly fix: string;
  /** The service's code, if there is one. */
  readonly serviceCode?: string | undefined;
}
