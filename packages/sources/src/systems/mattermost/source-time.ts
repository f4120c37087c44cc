import { isObject, type Row } from '@chatferry/contract';
import type { SourceTime } from '../../rows/source-words.ts';

/** The time of a post in its record, or in the record of its line. */
export function mattermostTime(record: Row): SourceTime {
  const post = [record['post'], record['direct_post']].find(isObject) ?? record;
  const form = 'milliseconds since 1970, such as 1736478630500';
  return { field: 'create_at', value: post['create_at'], form };
}
