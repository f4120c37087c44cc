import { timeAt } from '../../rows/source-words.ts';
import { system } from '../system.ts';
import { ID_RULE } from './ids.ts';
import { zulipOptions } from './options.ts';
import { mayBeZulip, recogniseZulip } from './recognise.ts';

export const zulip = system({
  title: 'Zulip',
  options: zulipOptions,
  ids: 'map',
  idRule: ID_RULE,
  timeIn: timeAt('date_sent', 'UNIX seconds, such as 1711962000.9999'),
  mayBe: mayBeZulip,
  recognise: recogniseZulip,
  load: async () => (await import('./read.ts')).readZulip,
});
