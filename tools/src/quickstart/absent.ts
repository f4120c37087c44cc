/** Who and what rows of the sample point to although it will not be there. */

/** Known to the old forum, but his row is damaged: whatever names him falls with it. */
export const DAMAGED = 'juergen-kraus';
/** Deleted from the old forum years ago, while others still point to him. */
export const GONE = 'harald-winkler';
/** His group falls with him, and what happened in it. */
export const GROUP_OF_GONE = 'late-shift';
/** Never existed at all. */
export const NO_GROUP = 'ping-pong';
