import { readFile } from 'node:fs/promises';
import { kindsInOrder, limits, type Kind } from '@chatferry/contract';
import type { App } from './app.ts';
import { importGroups } from './data-import/groups.ts';
import { importMembers } from './data-import/members.ts';
import { importMessages } from './data-import/messages.ts';
import { importUsers } from './data-import/users.ts';
import type { Keys } from './keys.ts';
import { LocalServiceError } from './local-service-error.ts';
import type { LocalServiceOptions } from './options.ts';
import type { Store } from './storage/store.ts';

export async function plantSeeds(
  _store: Store,
  _app: App,
  _keys: Keys,
  _options: LocalServiceOptions,
): Promise<void> {}
