import type { Store } from './store.ts';

type Setting = 'instance-id' | 'app-id' | 'region' | 'management-key' | 'management-secret';

export function readSetting(store: Store, name: Setting): string | undefined {
  return store.get<{ value: string }>('SELECT value FROM settings WHERE name = ?', name)?.value;
}

export function writeSetting(store: Store, name: Setting, value: string): void {
  store.run('INSERT OR REPLACE INTO settings (name, value) VALUES (?, ?)', name, value);
}
