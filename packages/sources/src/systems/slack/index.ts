import { timeAt } from '../../rows/source-words.ts';
import { system } from '../system.ts';
import { ID_RULE } from './ids.ts';
import { slackOptions } from './options.ts';
import { mayBeSlack, recogniseSlack } from './recognise.ts';

export const slack = system({
  title: 'Slack',
  options: slackOptions,
  ids: 'map',
  idRule: ID_RULE,
  timeIn: timeAt('ts', 'UNIX seconds with a fraction, as text, such as "1736496000.000100"'),
  mayBe: mayBeSlack,
  recognise: recogniseSlack,
  load: async () => (await import('./read.ts')).readSlack,
});
