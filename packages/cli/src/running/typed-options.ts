import { sendingOptions } from '../arguments/sending-options.ts';
import type { OptionValues } from '../arguments/options.ts';

/** The options that the ledger keeps to suggest the next command: sending options, not the target. */
export function typedOptions(values: OptionValues): OptionValues {
  return Object.fromEntries(
    sendingOptions.filter((name) => values[name] !== undefined).map((name) => [name, values[name]]),
  );
}
