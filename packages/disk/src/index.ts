export { bytes } from './byte-units.ts';
export { canBeRead, notADatabaseFile, type NotAFile } from './database-file.ts';
export { LinesFile, type WrittenFile } from './lines-file.ts';
export { otherOwner } from './other-users.ts';
export { systemCode } from './system-code.ts';
