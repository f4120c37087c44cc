import { beginsJson, mayHaveJson } from '../../reading/json-entries.ts';
import { timeAt } from '../../rows/source-words.ts';
import { ISO, system } from '../system.ts';
import { ID_RULE } from './ids.ts';
import { twilioOptions } from './options.ts';
import { recogniseTwilio } from './recognise.ts';

export const twilio = system({
  title: 'Twilio',
  options: twilioOptions,
  ids: 'hash',
  idRule: ID_RULE,
  timeIn: timeAt('date_created', ISO),
  mayBe: mayHaveJson,
  mayBeFile: beginsJson,
  recognise: recogniseTwilio,
  load: async () => (await import('./read.ts')).readTwilio,
});
