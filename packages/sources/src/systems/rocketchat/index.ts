import { system } from '../system.ts';
import { ID_RULE } from './ids.ts';
import { rocketchatOptions } from './options.ts';
import { beginsMongoArchive, mayBeRocketchat, recogniseRocketchat } from './collections.ts';
import { rocketchatTime } from './source-time.ts';

export const rocketchat = system({
  title: 'Rocket.Chat',
  options: rocketchatOptions,
  ids: 'hash',
  idRule: ID_RULE,
  timeIn: rocketchatTime,
  mayBe: mayBeRocketchat,
  mayBeFile: beginsMongoArchive,
  recognise: recogniseRocketchat,
  load: async () => (await import('./read.ts')).readRocketchat,
});
