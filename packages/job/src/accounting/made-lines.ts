import { count, type Kind, kinds, kindsInOrder } from '@chatferry/contract';

/** Reports how many counted rows come from no input; empty when there are none. */
export function madeLines(counts: Readonly<Record<Kind, { readonly made: number }>>): string[] {
  const made = kindsInOrder.flatMap((kind) => {
    const { made: number } = counts[kind];
    const { nouns, made: words = [...nouns, 'made'] } = kinds[kind];
    const [one, many, how] = words;
    return number === 0 ? [] : [`${count(number)} ${number === 1 ? one : many} ${how}`];
  });
  return made.length === 0 ? [] : [`Counted as rows: ${made.join(', ')}.`];
}
