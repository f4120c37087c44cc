import { jsonReply, type Reply } from '../terms/reply.ts';
import type { FaultRule } from './fault-rule.ts';
import { pick, refusal } from './spoil.ts';

type RefuseRecords = Extract<FaultRule, { fault: 'refuse-records' }>;
type Records = Record<string, unknown>;

/**
 * Answers an import of which some records are refused before the service handles them. The other records are handled.
 * @param text the body of the request
 * @param respond handles a body
 */
export function refusingRecords(
  rules: readonly FaultRule[],
  text: string | undefined,
  respond: (text: string | undefined) => Reply,
): Reply {
  const rule = rules.find(isRefusing);
  const request = rule === undefined ? undefined : recordsOf(text);
  if (rule === undefined || request === undefined) return respond(text);

  const [container, records] = request;
  const entries = Object.entries(records);
  const hit = pick(entries.length, { share: 1, ...rule });
  const handled = Object.fromEntries(entries.filter((_, index) => !hit.has(index)));
  const answer =
    hit.size === entries.length
      ? jsonReply(200, '{"data":{}}')
      : respond(JSON.stringify({ [container]: handled }));
  if (answer.status !== 200) return answer;
  const { data } = JSON.parse(answer.body) as { data: Records };
  const said = entries.map(([key], index) => [key, hit.has(index) ? refusal(rule) : data[key]]);
  return { ...answer, body: JSON.stringify({ data: Object.fromEntries(said) }) };
}

function isRefusing(rule: FaultRule): rule is RefuseRecords {
  return rule.fault === 'refuse-records' && rule.stored !== true;
}

/** The container's name and records of an import's body; `undefined` for any other body. */
function recordsOf(text: string | undefined): [string, Records] | undefined {
  try {
    const [first] = Object.entries(JSON.parse(text ?? '') as Record<string, Records>);
    return typeof first?.[1] === 'object' && !Array.isArray(first[1]) ? first : undefined;
  } catch {
    return undefined;
  }
}
