export type { ComparedSegments } from './comparing/compare-new.ts';
export { cutOver } from './cut-over/cut-over.ts';
export type {
  CutOverEvent,
  CutOverOptions,
  CutOverOutcome,
  OperatorStep,
} from './cut-over/cut-over-options.ts';
export type { ThawReason } from './state/cut-over-state.ts';
export { follow, type FollowEvent, type FollowOptions, type FollowOutcome } from './follow.ts';
export type { FollowedSources } from './planning/follow-options.ts';
export type { FollowerOptions } from './following/open-follower.ts';
