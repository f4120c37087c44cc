export { follow, type FollowEvent, type FollowOptions, type FollowOutcome } from './follow.ts';
export type { FollowedSources } from './planning/follow-options.ts';
