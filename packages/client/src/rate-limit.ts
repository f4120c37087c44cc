/** Both spellings of the header that the reference uses for the requests that a budget allows in a minute. */
const LIMIT_HEADERS = ['x-rate-limit', 'x-ratelimit-limit'];

/** The requests a minute that an answer reports for its budget; `undefined` when it reports none. */
export function rateLimitIn(headers: Readonly<Record<string, string>>): number | undefined {
  for (const name of LIMIT_HEADERS) {
    const limit = Number.parseInt(headers[name] ?? '', 10);
    if (limit > 0) return limit;
  }
  return undefined;
}
