import { codesOf } from '../answers/codes-only.ts';
import type { Route } from './route.ts';

/** The route, without the service's words in the meaning of its answers. */
export function withCodesOnly(route: Route): Route {
  return { ...route, actionFor: (...answer) => codesOf(route.actionFor(...answer)) };
}
