/**
 * A day. The limit of the service moves between planning and sending, and it is not documented whether it counts
 * calendar months. One message that is too old fails the whole request.
 */
const MARGIN_SECONDS = 24 * 60 * 60;

/**
 * The oldest time, in UNIX seconds, of a message that is planned: a day later than this many calendar months ago, in UTC.
 *
 * Subtracting months keeps the day, or takes the last day of a shorter month.
 */
export function oldestSentAt(nowSeconds: number, months: number): number {
  const date = new Date(nowSeconds * 1000);
  const day = date.getUTCDate();
  date.setUTCDate(1);
  date.setUTCMonth(date.getUTCMonth() - months);
  const lastDay = new Date(Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + 1, 0)).getUTCDate();
  date.setUTCDate(Math.min(day, lastDay));
  return Math.floor(date.getTime() / 1000) + MARGIN_SECONDS;
}
