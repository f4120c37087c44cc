import { limits } from '../service/limits.ts';

/** The field of a record that can be too large. */
export const metadata = {
  field: 'metadata',
  bytes: limits.metadataBytes,
  code: 'metadata-too-large',
} as const;

/** What the kinds have in common whose records change what the app holds. */
export const change = { hasFiles: false, times: [], lanes: 'turn', quotaIsOf: 'app' } as const;
/** Of those that change fields. */
export const update = {
  ...change,
  recordsPerRequest: 1,
  routes: { chat: { by: 'updates' } },
} as const;
/** Of those that remove records. */
export const removal = {
  ...change,
  isRemoval: true,
  isLive: true,
  recordsPerRequest: 1,
  routes: { chat: { by: 'removals' } },
} as const;
