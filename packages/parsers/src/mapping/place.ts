import { EACH, EACH_KEY, EACH_VALUE, type Step } from './source-path.ts';

const plain = /^[^.[\]^*]+$/;

/** A key or a position as the next part of a path: `.name`, `['a.b']`, `[*]`. */
export function stepText(step: Step, isFirst: boolean): string {
  if (step === EACH) return '[*]';
  const dot = isFirst ? '' : '.';
  if (step === EACH_KEY || step === EACH_VALUE) return `${dot}*`;
  if (/^\d+$/.test(step)) return `[${step}]`;
  return plain.test(step) ? `${dot}${step}` : `[${JSON.stringify(step)}]`;
}

/** A place in the form of a path. */
export function placeOf(steps: readonly Step[]): string {
  return steps.map((step, index) => stepText(step, index === 0)).join('');
}

/** The place of a value under a key of an object at a place. */
export function placeIn(around: string, key: Step): string {
  return around + stepText(key, around === '');
}
