import { type Route, routes, withKnownVersion } from './routes.ts';

/** A route, and the values of its path parameters. */
export interface FoundRoute {
  readonly route: Route;
  readonly path: Readonly<Record<string, string>>;
}

/** By method and number of segments. A route with a fixed segment comes before a route with a parameter at the same position. */
const candidates = Map.groupBy(
  routes
    .map((route) => ({ route, segments: route.url.split('/') }))
    .toSorted((a, b) => (parametersLast(a.route.url) < parametersLast(b.route.url) ? -1 : 1)),
  ({ route, segments }) => `${route.operation.method} ${segments.length}`,
);

/** The route of a request; `undefined` when no operation has its method and path. */
export function findRoute(method: string, url: string): FoundRoute | undefined {
  const values = segmentsOf(url);
  const found = candidates
    .get(`${method} ${values.length}`)
    ?.find(({ segments }) => segments.every((at, i) => at.startsWith(':') || at === values[i]));
  if (found === undefined) return undefined;
  const path: Record<string, string> = {};
  for (const [index, segment] of found.segments.entries())
    if (segment.startsWith(':')) path[segment.slice(1)] = values[index]!;
  return { route: found.route, path };
}

function parametersLast(url: string): string {
  return url.replaceAll(':', '~');
}

/** The decoded segments of the path; empty when they cannot be decoded. */
function segmentsOf(url: string): string[] {
  const path = url.startsWith('/') ? url : (URL.parse(url)?.pathname ?? ''); // A proxy's request also names the host.
  try {
    return withKnownVersion(path.split(/[?#]/, 1)[0]!).split('/').map(decodeURIComponent);
  } catch {
    return [];
  }
}
