import { beginsJson, mayHaveJson } from '../../reading/json-entries.ts';
import { timeAt } from '../../rows/source-words.ts';
import { system } from '../system.ts';
import { ID_RULE } from './ids.ts';
import { pubnubOptions } from './options.ts';
import { recognisePubnub } from './recognise.ts';

export const pubnub = system({
  title: 'PubNub',
  options: pubnubOptions,
  ids: 'hash',
  idRule: ID_RULE,
  timeIn: timeAt('timetoken', '17 digits in units of 100 nanoseconds, such as "17092836000000000"'),
  mayBe: mayHaveJson,
  mayBeFile: beginsJson,
  recognise: recognisePubnub,
  load: async () => (await import('./read.ts')).readPubnub,
});
