import type { Configuration } from '@chatferry/configuration';
import type { Settings } from '../configuration/settings.ts';
import type { PlanSettings } from '@chatferry/job/planning';

/** Settings that are only on the command line, because they apply to a single plan. */
interface ChangesToPlan {
  readonly editMessages: boolean | undefined;
  readonly removeGone: number | undefined;
  readonly newerThan: string | undefined;
  readonly onlyConversations?: readonly string[] | undefined;
}

/** The settings of the command line or the configuration. Other settings have defaults, or are taken from an earlier job. */
export function planSettingsFrom(
  setting: Settings,
  { cleaning, createRoles, threads, limits }: Configuration,
  { editMessages, removeGone, newerThan, onlyConversations }: ChangesToPlan,
): Partial<PlanSettings> {
  return given({
    ids: setting('ids'),
    muidPrefix: setting('muid-prefix'),
    idPrefix: setting('id-prefix'),
    onMissingUser: setting('on-missing-user'),
    onMissingGroup: setting('on-missing-group'),
    senderNotMember: setting('sender-not-member'),
    duplicates: setting('duplicates'),
    twoPersonGroups: setting('two-person-groups'),
    retentionMonths: setting('retention-months'),
    recordsPerRequest: setting('records-per-request'),
    maxRequestBytes: setting('max-request-bytes'),
    threads,
    cleaning,
    createRoles,
    limits,
    editMessages: editMessages === true ? editMessages : undefined,
    removeGone,
    newerThan,
    onlyConversations,
  });
}

type Optional<T> = { readonly [Name in keyof T]?: T[Name] | undefined };

function given(settings: Optional<PlanSettings>): Partial<PlanSettings> {
  const entries = Object.entries(settings).filter(([, value]) => value !== undefined);
  return Object.fromEntries(entries);
}
