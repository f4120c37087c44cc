import { system } from '../system.ts';
import { ID_RULE } from './ids.ts';
import { telegramOptions } from './options.ts';
import { beginsTelegram, mayBeTelegram, recogniseTelegram } from './recognise.ts';
import { telegramTime } from './source-time.ts';

export const telegram = system({
  title: 'Telegram',
  options: telegramOptions,
  ids: 'map',
  idRule: ID_RULE,
  timeIn: telegramTime,
  mayBe: mayBeTelegram,
  mayBeFile: beginsTelegram,
  recognise: recogniseTelegram,
  load: async () => (await import('./read.ts')).readTelegram,
});
