import type { Configuration } from '../configuration/schema.ts';
import type { Settings } from '../configuration/settings.ts';
import { defaultPlanSettings, type PlanSettings } from '@chatferry/job/planning';

/** What the command line asks of a plan after another job. */
interface ChangesToPlan {
  readonly editMessages: boolean | undefined;
  readonly removeGone: number | undefined;
}

/** The settings of the command line and the configuration, with defaults for the others. */
export function planSettingsFrom(
  setting: Settings,
  { cleaning, createRoles, threads, limits: given }: Configuration,
  { editMessages, removeGone }: ChangesToPlan,
): PlanSettings {
  const defaults = defaultPlanSettings;
  const [muidPrefix, idPrefix] = [setting('muid-prefix'), setting('id-prefix')];
  return {
    ids: setting('ids') ?? defaults.ids,
    onMissingUser: setting('on-missing-user') ?? defaults.onMissingUser,
    onMissingGroup: setting('on-missing-group') ?? defaults.onMissingGroup,
    senderNotMember: setting('sender-not-member') ?? defaults.senderNotMember,
    duplicates: setting('duplicates') ?? defaults.duplicates,
    twoPersonGroups: setting('two-person-groups') ?? defaults.twoPersonGroups,
    retentionMonths: setting('retention-months') ?? defaults.retentionMonths,
    recordsPerRequest: setting('records-per-request') ?? defaults.recordsPerRequest,
    maxRequestBytes: setting('max-request-bytes') ?? defaults.maxRequestBytes,
    threads: threads ?? defaults.threads,
    ...(createRoles === undefined ? {} : { createRoles }),
    ...(editMessages === true ? { editMessages } : {}),
    ...(removeGone === undefined ? {} : { removeGone }),
    ...(muidPrefix === undefined ? {} : { muidPrefix }),
    ...(idPrefix === undefined ? {} : { idPrefix }),
    ...(cleaning === undefined ? {} : { cleaning }),
    ...(given === undefined ? {} : { limits: given }),
  };
}

/** The settings that form ids, as far as the command line or the configuration has them. */
export function idSettingsFrom(
  setting: Settings,
  { cleaning, threads }: Configuration,
): { readonly [Name in keyof PlanSettings]?: PlanSettings[Name] | undefined } {
  return {
    ids: setting('ids'),
    muidPrefix: setting('muid-prefix'),
    idPrefix: setting('id-prefix'),
    twoPersonGroups: setting('two-person-groups'),
    threads,
    cleaning,
  };
}
