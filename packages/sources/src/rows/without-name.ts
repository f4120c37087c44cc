import { rmSync } from 'node:fs';

/**
 * Removes the name of an open file, as SQLite does with its own temporary files. Rows contain people's texts and, while files are listed,
 * signatures of addresses; any end of the process then also removes them. Windows keeps the name until the file is closed.
 * A database of SQLite has to be in a transaction that has changed it, because no transaction can begin in a file without a name.
 */
export function takeNameAway(file: string): void {
  try {
    rmSync(file);
  } catch {
    // The process that opened the file removes it.
  }
}
