import { ServiceProblem } from '../terms/service-problem.ts';
import type { Store } from './store.ts';

export interface AppRow {
  readonly id: string;
  readonly name: string;
  readonly region: string;
  readonly version: string;
  readonly api_keys: string;
  readonly created_at: number;
  readonly scheduled_to_delete_at: number | null;
}

/** @throws {ServiceProblem} `ERR_APP_NOT_FOUND`; `ERR_APP_ARCHIVED` for an app that is scheduled for deletion */
export function existingApp(store: Store, id: string): AppRow {
  const row = store.get<AppRow>('SELECT * FROM apps WHERE id = ?', id);
  if (row === undefined)
    throw new ServiceProblem('ERR_APP_NOT_FOUND', `The app ${id} does not exist.`);
  if (row.scheduled_to_delete_at !== null)
    throw new ServiceProblem('ERR_APP_ARCHIVED', `The app ${id} is about to be deleted.`);
  return row;
}
