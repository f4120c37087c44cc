import type { MetricsAddress } from '@chatferry/job/metrics';

/** `9464`, `0.0.0.0:9464` or `[::]:9464`. */
export const metricsAddress: RegExp = /^(?:(?<host>[\w.-]+|\[[\da-f:.]+\]):)?(?<port>\d{1,5})$/i;

/** Parses a matching text. Without a host, the address is on this machine only. */
export function metricsAddressFrom(text: string): MetricsAddress {
  const { host = '127.0.0.1', port } = metricsAddress.exec(text)?.groups ?? {};
  return { host: host.replaceAll(/[[\]]/g, ''), port: Number(port) };
}
