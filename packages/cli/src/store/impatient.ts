/** For commands that a person waits for: a server that does not answer is reported. */
export const IMPATIENT = { giveUpAfterMs: 5000 } as const;
