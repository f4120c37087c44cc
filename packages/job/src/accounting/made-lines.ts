import { count, type Kind, kinds, kindsInOrder } from '@chatferry/contract';

/** Says how many of the rows that are counted are in no input; nothing when all of them are. */
export function madeLines(counts: Readonly<Record<Kind, { readonly made: number }>>): string[] {
  const made = kindsInOrder.flatMap((kind) => {
    const { made: number } = counts[kind];
    const { nouns, made: words = [...nouns, 'made'] } = kinds[kind];
    const [one, many, how] = words;
    return number === 0 ? [] : [`${count(number)} ${number === 1 ? one : many} ${how}`];
  });
  return made.length === 0 ? [] : [`Counted as rows: ${made.join(', ')}.`];
}
