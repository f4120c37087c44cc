import { timeAt } from '../../rows/source-words.ts';
import { ISO, system } from '../system.ts';
import { ID_RULE } from './ids.ts';
import { discordOptions } from './options.ts';
import { beginsDiscord, mayBeDiscord, recogniseDiscord } from './recognise.ts';

export const discord = system({
  title: 'Discord',
  options: discordOptions,
  ids: 'map',
  idRule: ID_RULE,
  timeIn: timeAt('timestamp', ISO),
  mayBe: mayBeDiscord,
  mayBeFile: beginsDiscord,
  recognise: recogniseDiscord,
  load: async () => (await import('./read.ts')).readDiscord,
});
