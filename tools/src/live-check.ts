// Asks an app of the service the questions that the documentation leaves open, and prints the answers. `docs/live-check.md`
//
//   CHATFERRY_API_KEY=… npm run live-check -- --app-id ID --region us [--base-url URL]
//
// Exit status: 0 when the check ended, 1 after an error or when records of the check are left, 2 for wrong usage, 130
// after Ctrl-C.
import { parseArgs } from 'node:util';
import { ApiError, type Client, createClient } from '@chatferry/client';
import { isLoopback, type Region } from '@chatferry/contract';
import { checkApp } from './live-check/check-app.ts';

const USAGE =
  'Usage: CHATFERRY_API_KEY=… npm run live-check -- --app-id ID --region us|eu|in [--base-url URL]';

type Print = (line: string) => void;

/** @returns the exit status */
export async function liveCheck(
  args: readonly string[],
  env: Readonly<Record<string, string | undefined>>,
  print: Print,
  signal: AbortSignal,
): Promise<number> {
  let client: Client;
  try {
    client = clientFor(args, env);
  } catch (error) {
    print((error as Error).message);
    print(USAGE);
    return 2;
  }
  try {
    const { left, prefix, failure } = await checkApp(client, print, signal);
    if (failure instanceof ApiError) print(`\n${failure.message}`);
    else if (failure !== undefined && !signal.aborted) throw failure;
    print(
      left.length === 0
        ? `\nEverything that begins with ${prefix} is removed.`
        : `\nLeft in the app: ${left.join(', ')}. Remove it in the dashboard.`,
    );
    if (signal.aborted) return 130;
    return failure === undefined && left.length === 0 ? 0 : 1;
  } finally {
    await client.close();
  }
}

function clientFor(
  args: readonly string[],
  env: Readonly<Record<string, string | undefined>>,
): Client {
  const { values } = parseArgs({
    args: [...args],
    options: {
      'app-id': { type: 'string' },
      region: { type: 'string' },
      'base-url': { type: 'string' },
    },
  });
  const { 'app-id': appId, region, 'base-url': baseUrl } = values;
  const apiKey = env['CHATFERRY_API_KEY'];
  if (apiKey === undefined || apiKey === '') throw new TypeError('CHATFERRY_API_KEY has no key.');
  if (appId === undefined || (region === undefined && baseUrl === undefined))
    throw new TypeError('The app id and the region are needed.');
  const isLocal = baseUrl !== undefined && isLoopback(new URL(baseUrl).hostname);
  return createClient({
    appId,
    region: region as Region | undefined,
    baseUrl,
    apiKey,
    ...(isLocal ? { requestsPerMinute: { import: 'unlimited' } } : {}),
  });
}

if (import.meta.main) {
  const interruption = new AbortController();
  for (const name of ['SIGINT', 'SIGTERM'] as const)
    process.on(name, () => {
      if (interruption.signal.aborted) process.exit(130);
      console.error('Stopping: what was written is being removed. Press Ctrl-C again to leave it.');
      interruption.abort();
    });
  process.exitCode = await liveCheck(
    process.argv.slice(2),
    process.env,
    console.log,
    interruption.signal,
  );
}
