export { bytes } from './byte-units.ts';
export { canBeRead, notADatabaseFile, type NotAFile } from './database-file.ts';
export { freeBytes, isDiskFull } from './disk-full.ts';
export { finishInterrupted } from './finish-interrupted.ts';
export {
  type FileLock,
  lockHolder,
  type LockHolder,
  takeLock,
  takeQuietLock,
} from './file-lock.ts';
export { LinesFile, type WrittenFile } from './lines-file.ts';
export { linesInFile } from './lines-in-file.ts';
export { LookupTable, LookupWriter } from './lookup-table.ts';
export { makeFolder } from './make-folder.ts';
export { createNewFile } from './new-file.ts';
export { otherOwner } from './other-users.ts';
export { publishFile, readFileOnly, replaceFile } from './replace-file.ts';
export { RunHeap } from './run-heap.ts';
export { guardedRows, sqliteCode, sqliteCodes, transaction } from './sqlite.ts';
export { systemCode } from './system-code.ts';
export { startThread } from './thread.ts';
