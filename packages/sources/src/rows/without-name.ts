import { rmSync } from 'node:fs';

/**
 * Takes the name of a file away that is open, as SQLite does with its own temporary files: rows have people's texts and, while files are listed,
 * signatures of addresses. Whatever ends the process also removes them. Windows keeps the name until the file is closed.
 * A database of SQLite has to be in a transaction that has changed it: none begins in a file without a name.
 */
export function takeNameAway(file: string): void {
  try {
    rmSync(file);
  } catch {
    // The process that opened the file removes it.
  }
}
