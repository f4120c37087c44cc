export { NEWER_THAN } from './planning/newer-than.ts';
export { LANES } from './planning/lanes.ts';
export { systems } from '@chatferry/sources/names';
export { formats } from '@chatferry/parsers/names';
