/** Messages that one user may send in a minute. Source: reference, rate limits. */
const PER_MINUTE = 30;

/** Somewhat more than the quota asks for, as with every pace. */
const GAP_MS = 60_000 / (PER_MINUTE * 0.99);

/** Spaces the live messages of each user. */
export class SenderPace {
  readonly #nextAt = new Map<string, number>();

  /** Milliseconds that the user's next message has to wait; its place is taken by asking. */
  take(uid: string, nowMs: number): number {
    const at = Math.max(this.#nextAt.get(uid) ?? nowMs, nowMs);
    this.#nextAt.set(uid, at + GAP_MS);
    return at - nowMs;
  }
}
