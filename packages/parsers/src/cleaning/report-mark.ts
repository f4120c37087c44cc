import { type Problem, problem, type Row } from '@chatferry/contract';
import { fieldWithMark } from './lost-characters.ts';
import { removeBrokenTexts } from './repair.ts';

/** The warning about a replacement character in a row. @param removes whether the character is removed from the row */
export function reportMark(row: Row, removes: boolean, isRepaired: boolean): Problem {
  const field = fieldWithMark(row);
  if (removes) removeBrokenTexts(row);
  return problem(removes || isRepaired ? 'text-repaired' : 'replacement-character', { field });
}
