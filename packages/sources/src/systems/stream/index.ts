import { beginsJson, mayHaveJson } from '../../reading/json-entries.ts';
import { timeAt } from '../../rows/source-words.ts';
import { ISO, system } from '../system.ts';
import { ID_RULE } from './ids.ts';
import { streamOptions } from './options.ts';
import { recogniseStream } from './recognise.ts';

export const stream = system({
  title: 'Stream',
  options: streamOptions,
  ids: 'hash',
  idRule: ID_RULE,
  timeIn: timeAt('created_at', ISO),
  mayBe: mayHaveJson,
  mayBeFile: beginsJson,
  recognise: recogniseStream,
  load: async () => (await import('./read.ts')).readStream,
});
