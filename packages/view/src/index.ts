export { openView, type ViewOptions } from './open-view.ts';
export type { LocalServer } from './serving/server.ts';
