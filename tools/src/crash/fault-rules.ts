import type { FaultRule } from '@chatferry/local-service';

/**
 * The faults of a series. `clock-jumps` also sets the importer's time of day back and forth. `endless-answers` also makes the
 * service send bodies that never end.
 */
export const modes = ['kills', 'clock-jumps', 'endless-answers'] as const;
export type Mode = (typeof modes)[number];

/** Operations of the kinds that have no import endpoint. */
const followUps = [
  'roles.create',
  'groups.update',
  'messages.list',
  'messages.thread.send',
  'messages.thread.list',
  'messages.reactions.add',
  'users.friends.add',
  'users.blockedUsers.block',
  'users.deactivate',
  'users.reactivate',
  'users.update',
  'groups.bannedUsers.*',
  'groups.members.changeScope',
  'messages.update',
];

const ofFollowUps: readonly FaultRule[] = [
  { fault: 'status-before', status: 500 },
  { fault: 'status-after', status: 503, code: 'ERR_OPERATION_FAILED' },
  { fault: 'reset-before' },
  { fault: 'reset-after' },
  { fault: 'cut-off' },
  { fault: 'rate-limit', seconds: 1 },
];

/**
 * Temporary faults that together affect about `share` of all requests. There is no permanent refusal of a record: the record would
 * rightly be missing at the end.
 */
export function faultRules(share: number, seed: number, mode: Mode = 'kills'): FaultRule[] {
  const kinds: FaultRule[] = [
    { fault: 'status-before', status: 500 },
    { fault: 'status-after', status: 500 },
    { fault: 'status-after', status: 503, code: 'ERR_OPERATION_FAILED' },
    { fault: 'html', status: 502 },
    { fault: 'reset-before' },
    { fault: 'reset-after' },
    { fault: 'cut-off' },
    { fault: 'empty-200' },
    { fault: 'rate-limit', seconds: 0 },
    { fault: 'rate-limit', seconds: 1, tells: 'rate-headers' },
    { fault: 'rate-limit', seconds: 1, tells: 'reset-milliseconds' },
    { fault: 'rate-limit', seconds: 1, tells: 'reset-seconds-left' },
    { fault: 'rate-limit', seconds: 0, tells: 'reset-past' },
    { fault: 'rate-limit', seconds: 1, tells: 'sentence' },
    { fault: 'rate-limit', tells: 'nothing' },
    { fault: 'omit-records', share: 0.3 },
    { fault: 'omit-records', share: 0.3, which: 'last' },
    { fault: 'refuse-records' },
    { fault: 'refuse-records', share: 0.3, code: 'ERR_EXCEPTION', stored: true },
    { fault: 'refuse-records', code: 'ERR_TOO_MANY_REQUESTS' },
    { fault: 'refuse-records', share: 0.5, code: 'ERR_WS_INIT_FAILED', stored: true },
    { fault: 'as-array' },
    { fault: 'compressed', encoding: 'br' },
    // The runner then splits the batch and sends its halves.
    { fault: 'status-before', status: 400, code: 'ERR_BAD_REQUEST' },
  ];
  if (mode === 'endless-answers') kinds.push({ fault: 'endless' }, { fault: 'compressed' });
  const rules: FaultRule[] = [
    ...kinds.map((rule) => ({
      ...rule,
      operation: 'dataImport.*',
      when: { probability: share / kinds.length },
    })),
    ...followUps.flatMap((operation) =>
      ofFollowUps.map((rule) => ({
        ...rule,
        operation,
        when: { probability: share / ofFollowUps.length },
      })),
    ),
  ];
  return rules.map((rule, index) => ({ ...rule, seed: seed * 100 + index }));
}
