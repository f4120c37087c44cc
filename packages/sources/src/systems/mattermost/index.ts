import { system } from '../system.ts';
import { ID_RULE } from './ids.ts';
import { mattermostOptions } from './options.ts';
import { beginsMattermost, mayBeMattermost, recogniseMattermost } from './recognise.ts';
import { mattermostTime } from './source-time.ts';

export const mattermost = system({
  title: 'Mattermost',
  options: mattermostOptions,
  ids: 'map',
  idRule: ID_RULE,
  timeIn: mattermostTime,
  mayBe: mayBeMattermost,
  mayBeFile: beginsMattermost,
  recognise: recogniseMattermost,
  load: async () => (await import('./read.ts')).readMattermost,
});
