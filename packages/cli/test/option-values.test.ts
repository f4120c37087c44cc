import { expect, test } from 'vitest';
import type { Option } from '../src/arguments/values.ts';
import { options } from '../src/arguments/options.ts';
import { Refusal } from '@chatferry/contract/refusal';

/** Values at and next to the limits of the options, and in the form of other options. */
const values = [
  ...`|0|1|2|16|17|50|100|101|999|1000|1001|9999|10000|65535|65536|9007199254740991|9007199254740993| |-1|1.5|1e3|+1|0x10|1,000|0%|1.5%|100%|100.5%|101%|%|5 %|none|unlimited|remove=1|remove=0|remove|remove=1=2|other=1|90s|0s|30m|12h|2d|2w|1.5h|9464|0.0.0.0:9464|[::1]:9464|host:70000|:9464|localhost|08:00-18:00/100 50|08:00/100|08:00|1/2|users|messages|roles|descriptions|User|csv|json|ndjson|xml|slack|utf-8|windows-1252|utf-9|us|eu|in|US|keep|map|direct|first|last|reject|warn|add|placeholder|a-b_1|A|a b|é|🚢`.split(
    '|',
  ),
  ...[40, 41, 50, 51].map((length) => 'a'.repeat(length)),
];

function resultOf(option: Option, value: string): string {
  try {
    const result = option.read!(value, '--it');
    if (result === value) return 'as it is';
    return result === Number(value) ? 'as a number' : JSON.stringify(result);
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    const text = [...error.lines, error.fix ?? ''].join(' ').trim();
    return `refused, ${text.replace(`'${value}'`, '…')}`;
  }
}

/** Each result, with the values that have it; of refusals only how many. */
function resultsOf(option: Option): string[] {
  const results = Map.groupBy(values, (value) => resultOf(option, value));
  return [...results].map(([result, given]) =>
    result.startsWith('refused')
      ? `  ${given.length} are ${result}`
      : `  ${result}: ${given.map((each) => JSON.stringify(each)).join(' ')}`,
  );
}

test('each option takes the values that it took before', async () => {
  const read = Object.entries<Option>(options).flatMap(([name, option]) =>
    option.read === undefined ? [] : [`--${name}`, ...resultsOf(option)],
  );

  await expect(`${read.join('\n')}\n`).toMatchFileSnapshot('transcripts/option-values.txt');
});
