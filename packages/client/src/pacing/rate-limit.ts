/** The state of a budget that an answer reports; a number is undefined when it is not reported. */
export interface RateLimit {
  /** Requests that the budget allows in a minute. */
  readonly limit: number | undefined;
  /** Requests that are left in the current window after this one. */
  readonly remaining: number | undefined;
}

/** The reported budget of the answer's operation, and the budget that all requests of the app share. */
export interface RateLimits {
  readonly ofOperation: RateLimit;
  readonly ofApp: RateLimit;
}

/** Reads both spellings: the spelling in the service's answers, and the spelling in its documentation. */
export function rateLimitsIn(headers: Readonly<Record<string, string>>): RateLimits {
  const first = (...names: readonly string[]): number | undefined =>
    names.map((name) => wholeNumber(headers[name])).find((number) => number !== undefined);
  return {
    ofOperation: {
      limit: first('x-ratelimit-limit', 'x-rate-limit') || undefined,
      remaining: first('x-ratelimit-remaining', 'x-rate-limit-remaining'),
    },
    ofApp: {
      limit: first('x-ratelimit-limit-for-app', 'x-rate-limit-for-app') || undefined,
      remaining: first('x-ratelimit-remaining-for-app', 'x-rate-limit-remaining-for-app'),
    },
  };
}

function wholeNumber(text: string | undefined): number | undefined {
  return text !== undefined && /^\d+$/.test(text.trim()) ? Number(text) : undefined;
}
