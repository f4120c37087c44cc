import { timeAt } from '../../rows/source-words.ts';
import { MILLISECONDS, system } from '../system.ts';
import { ID_RULE } from './ids.ts';
import { matrixOptions } from './options.ts';
import { beginsMatrix, mayBeMatrix, recogniseMatrix } from './recognise.ts';

export const matrix = system({
  title: 'Matrix',
  options: matrixOptions,
  ids: 'hash',
  idRule: ID_RULE,
  timeIn: timeAt('origin_server_ts', MILLISECONDS),
  mayBe: mayBeMatrix,
  mayBeFile: beginsMatrix,
  recognise: recogniseMatrix,
  load: async () => (await import('./read.ts')).readMatrix,
});
