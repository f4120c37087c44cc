import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { Deployment } from 'kubernetes-models/apps/v1/Deployment';
import { Job } from 'kubernetes-models/batch/v1/Job';
import { PersistentVolumeClaim } from 'kubernetes-models/v1/PersistentVolumeClaim';
import { describe, expect, test } from 'vitest';
import { parseAllDocuments } from 'yaml';

const root = path.join(import.meta.dirname, '../..');

function read(name: string): string {
  return readFileSync(path.join(root, name), 'utf8');
}

const models = { Deployment, Job, PersistentVolumeClaim } as const;

interface Resource {
  readonly kind: keyof typeof models;
  readonly spec: { readonly template: { readonly spec: PodSpec } };
}

interface PodSpec {
  readonly automountServiceAccountToken: boolean;
  readonly terminationGracePeriodSeconds: number;
  readonly securityContext: { readonly runAsUser: number; readonly runAsNonRoot: boolean };
  readonly containers: readonly Container[];
  readonly volumes: readonly { readonly name: string }[];
}

interface Container {
  readonly args: readonly string[];
  readonly env?: unknown;
  readonly securityContext: object;
  readonly volumeMounts: readonly { readonly name: string }[];
}

function resourcesIn(name: string): Resource[] {
  return parseAllDocuments(read(`samples/deploying/${name}`)).map((document) => {
    expect(document.errors).toEqual([]);
    return document.toJS() as Resource;
  });
}

function check(resource: Resource): void {
  new models[resource.kind](resource as never).validate();
}

const pods = ['job.yaml', 'workers.yaml'].flatMap((file) =>
  resourcesIn(file)
    .filter(({ kind }) => kind !== 'PersistentVolumeClaim')
    .map(({ kind, spec }) => ({ kind, pod: spec.template.spec })),
);

test('each resource has the form that Kubernetes asks for', () => {
  const all = ['job.yaml', 'workers.yaml'].flatMap(resourcesIn);

  expect(all.map(({ kind }) => kind)).toEqual(['PersistentVolumeClaim', 'Job', 'Deployment']);
  for (const resource of all) check(resource);
  const [, job] = structuredClone(all) as [unknown, { spec: { backoffLimit: unknown } } & Resource];
  job.spec.backoffLimit = 'many';
  expect(() => check(job)).toThrow('backoffLimit');
});

describe.each(pods)('the pod of the $kind', ({ kind, pod }) => {
  const [container] = pod.containers as [Container];

  test('is not root, cannot write to its image, and has its secrets in files only', () => {
    expect(pod.securityContext).toMatchObject({ runAsNonRoot: true });
    expect(pod.securityContext.runAsUser).toBeGreaterThan(0);
    expect(pod.automountServiceAccountToken).toBe(false);
    expect(container.securityContext).toMatchObject({
      allowPrivilegeEscalation: false,
      readOnlyRootFilesystem: true,
    });
    expect(container.env).toBeUndefined();
    expect(container.volumeMounts.map(({ name }) => name).toSorted()).toEqual(
      pod.volumes.map(({ name }) => name).toSorted(),
    );
  });

  test('has time to end, and options that its command has', () => {
    expect(pod.terminationGracePeriodSeconds).toBeGreaterThan(60);
    const command = kind === 'Job' ? 'run' : 'worker';
    const text = container.args.join(' ');
    const page = read('docs/commands.md').split(`\n## chatferry ${command}`)[1]!;
    const known = [.../^Options: (.*)$/m.exec(page)![1]!.matchAll(/`--([a-z-]+)`/g)];
    const used = [...text.matchAll(/--([a-z][a-z-]+)/g)].map(([, name]) => name);

    expect(text).toContain(command);
    expect(used.length).toBeGreaterThan(2);
    expect(used.filter((name) => !known.some(([, each]) => each === name))).toEqual([]);
  });
});

test('the image starts the command as a user, without a package manager', () => {
  const stages = read('samples/deploying/Containerfile')
    .split(/^FROM /m)
    .slice(1);
  const last = stages.at(-1)!;

  expect(stages.map((stage) => stage.split(/\s/, 1)[0])).toEqual(['node:24-slim', 'node:24-slim']);
  expect(last).not.toMatch(/^RUN .*(npm (install|ci)|apt-get)/m);
  for (const manager of ['npm', 'npx', 'corepack', 'apt', 'dpkg']) expect(last).toContain(manager);
  expect(/^USER (\d+):(\d+)$/m.exec(last)!.slice(1).map(Number)).toEqual([10_001, 10_001]);
  expect(pods.map(({ pod }) => pod.securityContext.runAsUser)).toEqual([10_001, 10_001]);
  const [, script] = /^ENTRYPOINT \["node", "\/app\/node_modules\/chatferry\/(.*)"\]$/m.exec(last)!;
  expect(existsSync(path.join(root, 'packages/cli', script!))).toBe(true);
  const { version } = JSON.parse(read('packages/cli/package.json')) as { version: string };
  expect(stages[0]).toContain(`ARG VERSION=${version}`);
  const fleet = JSON.parse(read('packages/fleet/package.json')) as {
    dependencies: Record<string, string>;
  };
  for (const driver of ['pg', 'pg-boss'])
    expect(stages[0]).toContain(` ${driver}@${fleet.dependencies[driver]}`);
});
