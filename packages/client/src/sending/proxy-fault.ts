/** The fault of the proxy in `HTTPS_PROXY`; undefined for an error that the proxy did not cause. Nothing was sent through the proxy. */
export function proxyFault(cause: Error, origin: string): string | undefined {
  const proxy = URL.parse(process.env['https_proxy'] ?? process.env['HTTPS_PROXY'] ?? '');
  if (proxy === null) return undefined;
  const refused = /^Proxy response \((\d+)\)/.exec(cause.message)?.[1];
  if (refused !== undefined)
    return `the proxy ${proxy.host} answers ${refused} to a connection to ${origin}`;
  const { code, port, hostname } = cause as {
    readonly code?: string;
    readonly port?: number;
    readonly hostname?: string;
  };
  const isProxy =
    hostname === proxy.hostname ||
    (port === Number(proxy.port || 80) && proxy.port !== new URL(origin).port);
  return isProxy
    ? `no connection to the proxy ${proxy.host}, which HTTPS_PROXY names (${code})`
    : undefined;
}
