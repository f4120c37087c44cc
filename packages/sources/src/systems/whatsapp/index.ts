import { system } from '../system.ts';
import { ID_RULE } from './ids.ts';
import { whatsappOptions } from './options.ts';
import { beginsWhatsapp, mayBeWhatsapp, openChats, recogniseWhatsapp } from './recognise.ts';
import { whatsappTime } from './source-time.ts';

export const whatsapp = system({
  title: 'WhatsApp',
  options: whatsappOptions,
  ids: 'map',
  idRule: ID_RULE,
  timeIn: whatsappTime,
  clockOf: 'the phone that exported',
  mayBe: mayBeWhatsapp,
  mayBeFile: beginsWhatsapp,
  open: openChats,
  recognise: recogniseWhatsapp,
  load: async () => (await import('./read.ts')).readWhatsapp,
});
