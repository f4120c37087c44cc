import { codesOf } from '../answers/codes-only.ts';
import type { Route } from './route.ts';

/** The route, with what answers mean without the words of the service. */
export function withCodesOnly(route: Route): Route {
  return { ...route, actionFor: (...answer) => codesOf(route.actionFor(...answer)) };
}
