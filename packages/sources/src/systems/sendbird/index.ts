import { beginsJson } from '../../reading/json-entries.ts';
import { timeAt } from '../../rows/source-words.ts';
import { MILLISECONDS, system } from '../system.ts';
import { ID_RULE } from './ids.ts';
import { sendbirdOptions } from './options.ts';
import { mayBeSendbird, recogniseSendbird } from './recognise.ts';

export const sendbird = system({
  title: 'Sendbird',
  options: sendbirdOptions,
  ids: 'hash',
  idRule: ID_RULE,
  timeIn: timeAt('created_at', MILLISECONDS),
  mayBe: mayBeSendbird,
  mayBeFile: beginsJson,
  recognise: recogniseSendbird,
  load: async () => (await import('./read.ts')).readSendbird,
});
