import { createClient } from '@chatferry/client';
import { type Operation, type OperationName, operations } from '@chatferry/contract';
import { startLocalService } from '@chatferry/local-service';

/** Sends a request of each operation to a local service. @returns the supported operations, whatever they answer */
export async function probeLocalService(): Promise<ReadonlySet<OperationName>> {
  await using service = await startLocalService({ requestsPerMinute: 'unlimited' });
  await using client = createClient({
    ...service,
    managementKey: service.management.key,
    managementSecret: service.management.secret,
  });
  const known = new Set<OperationName>();
  for (const [name, operation] of Object.entries<Operation>(operations)) {
    const parameters = [...operation.path.matchAll(/\{(\w+)\}/g)].map(([, parameter]) => parameter);
    const path = Object.fromEntries(parameters.map((parameter) => [parameter, 'x']));
    const actor = operation.onBehalfOf === 'required' ? { onBehalfOf: 'x' } : {};
    const { body } = await client.attempt(name as OperationName, { path, ...actor });
    const { error } = (body ?? {}) as { error?: { code?: string } };
    if (error?.code !== 'ERR_API_NOT_FOUND') known.add(name as OperationName);
  }
  return known;
}
