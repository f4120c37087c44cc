import { isObject, isRawJson, type Problem, problem, type Row } from '@chatferry/contract';

/** A warning for each number of a row that programs with shorter numbers round. @param row parsed by `parseJson` */
export function longNumberWarnings(row: Row): Problem[] {
  return Array.from(longNumbersIn(row, ''), ([field, source]) => {
    const digits = source.replaceAll(/\D/g, '').length;
    return problem('long-number', {
      field,
      value: source,
      detail: `${digits} digits`,
      fix: `As a text it keeps all digits: convert: { ${field}: { as: text } }, in the configuration of its kind. Or make it a text in the export.`,
    });
  });
}

function* longNumbersIn(inner: unknown, field: string): Generator<readonly [string, string]> {
  if (isRawJson(inner)) {
    const source = JSON.stringify(inner);
    if (losesDigits(source)) yield [field, source];
  } else if (isObject(inner) || Array.isArray(inner))
    for (const [key, each] of Object.entries(inner))
      yield* longNumbersIn(each, field === '' ? key : `${field}.${key}`);
}

/** Whether JavaScript would round the number. */
function losesDigits(source: string): boolean {
  const isWhole = /^-?\d+$/.test(source);
  return isWhole ? BigInt(Number(source)) !== BigInt(source) : true;
}
