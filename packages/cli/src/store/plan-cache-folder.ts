import type { OptionValues } from '../arguments/options.ts';

/** Where copies of plans are kept. */
export function planCacheFolder(values: OptionValues): string {
  return values['plan-cache'] ?? 'chatferry-plans';
}
