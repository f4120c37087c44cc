import type { Row } from '@chatferry/contract';
import type { SourceTime } from '../../rows/source-words.ts';

/** The time of a record. */
export function whatsappTime({ date }: Row): SourceTime {
  return {
    field: 'date',
    value: date,
    form: 'what the clock of the phone showed, such as 13/03/2024, 10:01',
  };
}
