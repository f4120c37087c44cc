import { timeAt } from '../../rows/source-words.ts';
import { ISO, system } from '../system.ts';
import { ID_RULE } from './ids.ts';
import { xmppOptions } from './options.ts';
import { beginsXmpp, mayBeXmpp, recogniseXmpp } from './recognise.ts';

export const xmpp = system({
  title: 'XMPP',
  options: xmppOptions,
  ids: 'map',
  idRule: ID_RULE,
  timeIn: timeAt('stamp', ISO),
  mayBe: mayBeXmpp,
  mayBeFile: beginsXmpp,
  recognise: recogniseXmpp,
  load: async () => (await import('./read.ts')).readXmpp,
});
