import { readFileSync } from 'node:fs';
import path from 'node:path';
import type { Io } from '@chatferry/output/terms/io';

const VARIABLE = 'CHATFERRY_API_KEY_';

/**
 * Finds the key of an app: in a folder with one file for each app, or in an environment variable named `CHATFERRY_API_KEY_` and the app
 * id in capitals, with `_` for `-`. A file is read each time, so that keys can be added or replaced while a worker runs.
 */
export function workerKeys(
  folder: string | undefined,
  env: Io['env'],
): (appId: string) => string | undefined {
  if (folder === undefined)
    return (appId) => keyIn(env[VARIABLE + appId.toUpperCase().replaceAll('-', '_')]);
  return (appId) => {
    // The id comes from the store and becomes part of a path.
    if (!/^[\w-]+$/.test(appId)) return undefined;
    try {
      return keyIn(readFileSync(path.join(folder, appId), 'utf8'));
    } catch {
      return undefined;
    }
  };
}

function keyIn(text: string | undefined): string | undefined {
  const key = text?.trim();
  return key === '' ? undefined : key;
}
