import { duration } from '@chatferry/job/planned';

/** A short time with a tenth of a second, a longer one in its largest units. */
export function seconds(ms: number): string {
  return ms < 10_000 ? `${(ms / 1000).toFixed(1)} s` : duration(ms);
}
