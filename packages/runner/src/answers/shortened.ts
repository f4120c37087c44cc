const KEPT = 600;

/** A text of the service, cut to what fits a report. */
export function shortened(text: string): string {
  return text.length <= KEPT ? text : `${text.slice(0, KEPT)}…`;
}
