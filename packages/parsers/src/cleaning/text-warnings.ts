import type { Problem, Row } from '@chatferry/contract';
import type { ChunkText } from '../cutting/chunk-text.ts';
import { misreadWarnings } from '../bytes/misread-text.ts';
import { reportMark } from './report-mark.ts';

/** Warnings about characters of a row that were lost, or read in another encoding. @param removes see `reportMark` */
export function textWarnings(
  text: ChunkText,
  index: number,
  row: Row,
  removes: boolean,
): readonly Problem[] {
  return [
    ...(text.hasMark(index) ? [reportMark(row, removes, text.isRepaired(index))] : []),
    ...(text.mayBeMisread(index) ? misreadWarnings(row) : []),
  ];
}
