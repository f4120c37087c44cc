import type { OptionValues } from '../arguments/options.ts';
import type { Io } from '@chatferry/output/terms/io';

/** Warns that npx does not forward signals, if npx has started this long-running command. */
export function warnOfNpx({ quiet }: Pick<OptionValues, 'quiet'>, { env, err }: Io): void {
  const isByNpx = env['npm_command'] === 'exec' || env['npm_lifecycle_event'] === 'npx';
  if (isByNpx && quiet !== true)
    err(
      'npx does not forward SIGTERM and SIGHUP: to stop this with a signal, start it as node_modules/.bin/chatferry, or send the signal to the process node … chatferry.',
    );
}
