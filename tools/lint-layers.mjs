// Lint rule "workspace/layers": checks every import of a package against the layers of the workspace.
//
// A package may import what its own package.json declares, and of our packages only those of a lower
// layer ("nx": { "tags": ["layer:N"] }). It may not reach into another package by path. Some packages
// may import even less: see `forbidden`. The folders of a package are its rooms: see `rooms`. Tests may also use their
// devDependencies, from the same layer, and what is in `test/support` of packages of a lower layer.
import { existsSync, globSync, readFileSync } from 'node:fs';
import { isBuiltin } from 'node:module';
import path from 'node:path';

/** Modules that a package's sources may not import, in addition to those that the layers forbid. */
const forbidden = {
  '@chatferry/contract': [/^node:/],
  '@chatferry/parsers': [/^node:(fs|sqlite|net|http)/],
  '@chatferry/planner': [/^node:(net|http|dns|tls)/, /^csv-parse/],
  '@chatferry/client': [/^node:(sqlite|process|console)/],
  '@chatferry/local-service': [/^@chatferry\/client/],
  '@chatferry/runner': [/^undici/, /^node:(process|console)/],
  '@chatferry/job': [/^node:(process|console)/],
  '@chatferry/drafts': [/^node:(process|console|sqlite)/],
  '@chatferry/view': [/^node:(process|console|sqlite|fs)/],
  '@chatferry/configuration': [/^node:(process|console|sqlite)/],
  '@chatferry/output': [/^node:(process|console|sqlite|fs)/],
  chatferry: [/^undici/, /^csv-parse/, /^node:sqlite/],
};

/**
 * The folders in the `src` of each package, each of which imports only itself and those before it. Files next to the folders
 * may import all of them, and no folder imports such a file.
 */
const rooms = {
  '@chatferry/contract': [
    'values',
    'service',
    'problems',
    'records',
    'operations',
    'kinds',
    'judging',
    'comparing',
    'answers',
  ],
  '@chatferry/parsers': [
    'terms',
    'words',
    'bytes',
    'times',
    'markup',
    'mapping',
    'documents',
    'mongodb',
    'account',
    'cutting',
    'cleaning',
    'rows',
    'ids',
    'converting',
    'transform',
    'judging',
  ],
  '@chatferry/client': ['terms', 'answers', 'pacing', 'sending', 'lists', 'calling'],
  '@chatferry/local-service': [
    'terms',
    'entities',
    'http',
    'storage',
    'messages',
    'lists',
    'faults',
    'options',
    'quotas',
    'calls',
    'data-import',
    'handlers',
    'serving',
    'seeding',
  ],
  '@chatferry/planner': [
    'storage',
    'plan',
    'spool',
    'notes',
    'ids',
    'references',
    'limits',
    'making',
    'duplicates',
    'intake',
    'batching',
    'delta',
    'writing',
  ],
  '@chatferry/runner': [
    'terms',
    'pacing',
    'fast-path',
    'answers',
    'ledger',
    'job',
    'reports',
    'reading',
    'routes',
    'comparing',
    'sending',
    'present',
    'removing',
    'preflight',
  ],
  '@chatferry/sources': ['errors', 'archive', 'dumps', 'databases', 'reading', 'rows', 'systems'],
  '@chatferry/media': [
    'terms',
    'network',
    'folder',
    'fetching',
    'copying',
    'checking',
    'verifying',
  ],
  '@chatferry/fleet': ['store', 'queue', 'plans', 'ledger', 'quota', 'jobs', 'shifts'],
  '@chatferry/drafts': [
    'words',
    'sampling',
    'columns',
    'tables',
    'matching',
    'guessing',
    'proposing',
    'dumps',
    'drafting',
  ],
  '@chatferry/follow': ['state', 'changes', 'planning', 'following', 'comparing', 'cut-over'],
  '@chatferry/job': [
    'errors',
    'wording',
    'folder',
    'undo-state',
    'input',
    'accounting',
    'planning',
    'media',
    'failed-rows',
    'metrics',
    'sending',
    'verifying',
    'exporting',
    'changes',
    'undoing',
    'indexing',
    'explaining',
    'checking',
    'conclusion',
    'report',
    'library',
    'progress',
    'viewing',
  ],
  '@chatferry/view': ['serving', 'pages', 'drafted'],
  '@chatferry/configuration': ['settings', 'schema', 'reading', 'inputs'],
  '@chatferry/output': [
    'terms',
    'results',
    'printing',
    'screens',
    'planning',
    'media',
    'running',
    'following',
    'verifying',
    'undoing',
    'repairing',
    'exporting',
    'explaining',
    'store',
    'drafting',
  ],
  chatferry: [
    'terms',
    'arguments',
    'printing',
    'configuration',
    'planning',
    'media',
    'running',
    'following',
    'verifying',
    'undoing',
    'repairing',
    'exporting',
    'store',
    'drafting',
    'describing',
    'commands',
  ],
  '@chatferry/tools': [
    'processes',
    'databases',
    'openapi',
    'client-interface',
    'service-coverage',
    'packing',
    'live-check',
    'generate',
    'demo',
    'crash',
    'fleet',
    'docs',
    'bench',
  ],
};

const known = new Map();

/** The packages of the workspace that `file` is in, each with its folder and layer. */
function packagesAround(file) {
  let dir = path.dirname(file);
  while (!existsSync(path.join(dir, 'nx.json'))) {
    if (dir === path.dirname(dir)) return [];
    dir = path.dirname(dir);
  }
  if (!known.has(dir)) {
    const found = globSync('{packages/*,tools,samples}/package.json', { cwd: dir }).map((name) => {
      const json = JSON.parse(readFileSync(path.join(dir, name), 'utf8'));
      const tag = json.nx?.tags?.find((text) => text.startsWith('layer:'));
      return { dir: path.join(dir, path.dirname(name)), json, layer: Number(tag?.slice(6)) };
    });
    known.set(dir, found);
  }
  return known.get(dir);
}

/** Why a file of the package may not import another of its files; undefined when it may. */
function objectionToRoom(owner, file, target) {
  const order = rooms[owner.json.name] ?? [];
  const src = path.join(owner.dir, 'src') + path.sep;
  if (!file.startsWith(src) || !target.startsWith(src)) return undefined;
  const [from, to] = [file, target].map((name) => {
    const parts = path.relative(src, name).split(path.sep);
    return parts.length === 1 ? undefined : parts[0];
  });
  if (from === undefined) return undefined;
  if (!order.includes(from)) return `'${from}' is not a room of ${owner.json.name}`;
  if (to !== undefined && order.includes(to) && order.indexOf(to) <= order.indexOf(from))
    return undefined;
  return `room '${from}' of ${owner.json.name} may not import ${to === undefined ? 'a file above the rooms' : `room '${to}'`}`;
}

/** Whether a file helps the tests of a package of a lower layer: tests of the packages above it may use it too. */
function isSupportOf(other, owner, file) {
  const support = path.join(other.dir, 'test', 'support') + path.sep;
  return other.layer < owner.layer && file.startsWith(support);
}

/** Why `specifier` may not be imported by `file`; undefined when it may. */
function objection(file, specifier) {
  const packages = packagesAround(file);
  const owner = packages.find(({ dir }) => file.startsWith(dir + path.sep));
  if (owner === undefined) return undefined;
  const inTest = file.startsWith(path.join(owner.dir, 'test') + path.sep);

  if (specifier.startsWith('.')) {
    const target = path.resolve(path.dirname(file), specifier);
    if (target.startsWith(owner.dir + path.sep)) return objectionToRoom(owner, file, target);
    return inTest && packages.some((other) => isSupportOf(other, owner, target))
      ? undefined
      : `'${specifier}' leaves ${owner.json.name}`;
  }
  if (!inTest && (forbidden[owner.json.name] ?? []).some((pattern) => pattern.test(specifier)))
    return `${owner.json.name} may not import '${specifier}'`;
  if (isBuiltin(specifier)) return undefined;

  const name = specifier.split('/', specifier.startsWith('@') ? 2 : 1).join('/');
  if (name === owner.json.name) return undefined;
  const { dependencies = {}, peerDependencies = {}, devDependencies = {} } = owner.json;
  const testing = inTest && ['vitest', 'fast-check'].includes(name);
  const isDeclared = name in dependencies || name in peerDependencies;
  if (!isDeclared && !(inTest && name in devDependencies) && !testing)
    return `'${name}' is not a dependency of ${owner.json.name}`;

  const other = packages.find(({ json }) => json.name === name);
  if (other === undefined || other.layer < owner.layer) return undefined;
  if (inTest && other.layer === owner.layer && name in devDependencies) return undefined;
  return `${owner.json.name} (layer ${owner.layer}) may not import ${name} (layer ${other.layer})`;
}

function check(context, node) {
  const specifier = node.source?.value;
  if (typeof specifier !== 'string') return;
  const message = objection(context.filename, specifier);
  if (message !== undefined) context.report({ node, message });
}

const layers = {
  create: (context) => ({
    ImportDeclaration: (node) => check(context, node),
    ExportNamedDeclaration: (node) => check(context, node),
    ExportAllDeclaration: (node) => check(context, node),
    ImportExpression: (node) => check(context, node),
  }),
};

export default { meta: { name: 'workspace' }, rules: { layers } };
