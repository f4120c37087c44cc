import type { OptionValues } from '../arguments/options.ts';

/** The folder for copies of plans. */
export function planCacheFolder(values: OptionValues): string {
  return values['plan-cache'] ?? 'chatferry-plans';
}
