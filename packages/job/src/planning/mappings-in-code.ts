import { inputKinds, isObject, type Kind } from '@chatferry/contract';
import { CodeError, type KindMapping, kindMapping, readCode } from '@chatferry/parsers';

/**
 * The `kinds` of a configuration in code, with their `transform`.
 *
 * @throws {CodeError}
 */
export async function mappingsInCode(file: string): Promise<Partial<Record<Kind, KindMapping>>> {
  const { value, functions, sha256 } = await readCode(file);
  const kinds = isObject(value) ? (value['kinds'] ?? {}) : undefined;
  if (!isObject(kinds))
    throw new CodeError(
      file,
      'the default export has no kinds.',
      'Write: export default { kinds: { … } };',
    );
  const mappings: Partial<Record<Kind, KindMapping>> = {};
  for (const [name, given] of Object.entries(kinds)) {
    const kind = inputKinds.find((each) => each === name);
    const parsed = kindMapping.safeParse(given);
    if (kind === undefined || !parsed.success) {
      const [issue] = parsed.error?.issues ?? [];
      const where = ['kinds', name, ...(issue?.path ?? [])].join('.');
      const what = kind === undefined ? 'is no kind of files' : (issue?.message ?? 'is wrong');
      throw new CodeError(file, `${where}: ${what}.`, 'Correct the configuration.');
    }
    const at = ['kinds', name, 'transform'];
    const hasCode = functions.some((each) => each.join('.') === at.join('.'));
    mappings[kind] = { ...parsed.data, ...(hasCode ? { transform: { file, sha256, at } } : {}) };
  }
  return mappings;
}
