/** Printed by commands that run for long; undefined when npx did not start them. */
export function npxWarning(env: Readonly<Record<string, string | undefined>>): string | undefined {
  return env['npm_command'] === 'exec' || env['npm_lifecycle_event'] === 'npx'
    ? 'npx does not forward SIGTERM and SIGHUP: to stop this with a signal, start it as node_modules/.bin/chatferry, or send the signal to the process node … chatferry.'
    : undefined;
}
