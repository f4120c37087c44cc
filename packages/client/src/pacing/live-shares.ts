import { LiveShare } from './live-share.ts';
import { rateLimitsIn } from './rate-limit.ts';

/** The budgets of the chat API. The budgets of imports are unknown. */
const ofChat = ['core', 'standard'] as const;

/** Limits the requests so that at least half of the app's budget, and of each operation's budget, is left to the people who use the app. */
export class LiveShares {
  readonly #ofApp = new LiveShare();
  readonly #ofOperations = { core: new LiveShare(), standard: new LiveShare() };

  /** Takes the budgets that an answer reports. @param now on the monotonic clock */
  learn(
    budget: 'core' | 'standard' | 'import',
    headers: Readonly<Record<string, string>>,
    now: number,
  ): void {
    const { ofOperation, ofApp } = rateLimitsIn(headers);
    this.#ofApp.learn(ofApp, now);
    if (budget !== 'import') this.#ofOperations[budget].learn(ofOperation, now);
  }

  /** The rate, or a lower rate that leaves the app at least half of its remaining budget. @param perMinute requests a minute */
  lowered(perMinute: number, now: number): number {
    return [this.#ofApp, ...ofChat.map((budget) => this.#ofOperations[budget])].reduce(
      (lowest, share) => Math.min(lowest, share.perMinute(now) ?? lowest),
      perMinute,
    );
  }
}
