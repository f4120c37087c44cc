import { beginsJson, mayHaveJson } from '../../reading/json-entries.ts';
import { timeAt } from '../../rows/source-words.ts';
import { system } from '../system.ts';
import { ID_RULE } from './ids.ts';
import { serviceOptions } from './options.ts';
import { recogniseService } from './recognise.ts';

export const service = system({
  title: 'the service itself',
  options: serviceOptions,
  ids: 'map',
  idRule: ID_RULE,
  timeIn: timeAt('sentAt', 'UNIX seconds, such as 1738423490'),
  mayBe: mayHaveJson,
  mayBeFile: beginsJson,
  recognise: recogniseService,
  load: async () => (await import('./read.ts')).readService,
});
