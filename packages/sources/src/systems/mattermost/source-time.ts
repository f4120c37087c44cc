import { isObject, type Row } from '@chatferry/contract';
import type { SourceTime } from '../../rows/source-words.ts';

/** Where a post, or the line of one, has its time. */
export function mattermostTime(record: Row): SourceTime {
  const post = [record['post'], record['direct_post']].find(isObject) ?? record;
  const form = 'milliseconds since 1970, such as 1736478630500';
  return { field: 'create_at', value: post['create_at'], form };
}
