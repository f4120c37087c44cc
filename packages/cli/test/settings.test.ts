import { defaultRunOptions } from '@chatferry/job/planned';
import { rateAt } from '@chatferry/runner';
import { expect, test } from 'vitest';
import type { Option } from '../src/arguments/values.ts';
import { options, type OptionValues } from '../src/arguments/options.ts';
import { ruleOptions } from '../src/arguments/option-groups.ts';
import {
  type Configuration,
  keyOf,
  type SettingName,
  settingNames,
} from '@chatferry/configuration';
import { type Settings, settingsFrom } from '../src/configuration/settings.ts';
import { planSettingsFrom } from '../src/planning/plan-settings-from.ts';
import { runOptionsFrom, typedOptions } from '../src/running/run-settings.ts';

/** Two values of each setting, as they are typed; among them those that a condition may take for none. */
const values: Readonly<Record<SettingName, readonly [string, string]>> = {
  job: ['a', 'b'],
  from: ['slack', 'zulip'],
  'max-rejects': ['0', '5%'],
  'retention-months': ['4', 'none'],
  'records-per-request': ['7', '8'],
  'max-request-bytes': ['2000', '3000'],
  ids: ['keep', 'map'],
  'muid-prefix': ['m/', 'n/'],
  'id-prefix': ['u-', 'v-'],
  'on-missing-user': ['placeholder', 'reject'],
  'on-missing-group': ['placeholder', 'reject'],
  'sender-not-member': ['add', 'reject'],
  duplicates: ['last', 'reject'],
  'two-person-groups': ['direct', 'keep'],
  'app-id': ['one', 'two'],
  region: ['eu', 'us'],
  'base-url': ['https://a.org', 'https://b.org'],
  'requests-per-minute': ['9', 'unlimited'],
  'time-zone': ['Asia/Tokyo', 'UTC'],
  'shared-quota': ['false', 'true'],
  concurrency: ['2', '3'],
  'max-failures': ['0', 'none'],
  'max-different': ['0', '100%'],
  'give-up-after': ['0s', '2m'],
};

const inRun: readonly SettingName[] = [
  'requests-per-minute',
  'shared-quota',
  'concurrency',
  'max-failures',
  'max-different',
  'give-up-after',
];
const inPlan: readonly SettingName[] = ruleOptions.filter((name) => name !== 'max-rejects');

function read(name: SettingName, text: string): unknown {
  const option: Option = options[name];
  return option.read === undefined ? text === 'true' : option.read(text, name);
}

const unchanged = { editMessages: undefined, removeGone: undefined, newerThan: undefined };

/** All that is made of settings and of a configuration. */
function made(setting: Settings, configuration: Configuration): object {
  return {
    value: Object.fromEntries(settingNames.map((name) => [name, setting(name)])),
    run: runOptionsFrom(setting, configuration),
    plan: planSettingsFrom(setting, configuration, unchanged),
  };
}

/** What is made where one setting has a value, and nothing else is set. */
function madeOf(name: SettingName, value: unknown): object {
  const key = name === 'give-up-after' ? 'giveUpAfterMs' : keyOf(name);
  const inPart = (names: readonly SettingName[]): object =>
    names.includes(name) ? { [key]: value } : {};
  return {
    value: { [name]: value },
    run: { ...defaultRunOptions, ...inPart(inRun) },
    plan: inPart(inPlan),
  };
}

test.each(settingNames)('%s is typed or configured, and changes nothing but itself', (name) => {
  const [one, other] = values[name];
  for (const typed of [undefined, one, other])
    for (const configured of [undefined, one, other]) {
      if ((typed ?? configured) === undefined) continue;
      const given = typed === undefined ? {} : { [name]: read(name, typed) };
      const configuration = (
        configured === undefined ? {} : { [keyOf(name)]: configured }
      ) as Configuration;
      const setting = settingsFrom(given, configuration, {});

      expect({ typed, configured, ...made(setting, configuration) }).toEqual({
        typed,
        configured,
        ...madeOf(name, read(name, (typed ?? configured)!)),
      });
    }
});

test.each<[keyof Configuration, unknown, readonly ('run' | 'plan')[]]>([
  ['routes', { messages: 'chat' }, ['run']],
  ['cleaning', { tooLong: 'cut' }, ['plan']],
  ['threads', 'reply', ['plan']],
  ['createRoles', true, ['plan']],
  ['createRoles', false, ['plan']],
  ['limits', { groupsPerUser: 3 }, ['plan']],
])('%s of the configuration, here %j, is part of %j', (key, value, parts) => {
  const configuration = { [key]: value } as Configuration;
  const own = (part: 'run' | 'plan'): object => (parts.includes(part) ? { [key]: value } : {});

  expect(made(settingsFrom({}, configuration, {}), configuration)).toEqual({
    value: {},
    run: { ...defaultRunOptions, ...own('run') },
    plan: own('plan'),
  });
});

function planOf(changes: Parameters<typeof planSettingsFrom>[2]): object {
  return planSettingsFrom(settingsFrom({}, {}, {}), {}, changes);
}

test('what a plan changes after another job is part of its settings where it is asked for', () => {
  expect(planOf({ editMessages: true, removeGone: undefined, newerThan: undefined })).toEqual({
    editMessages: true,
  });
  expect(planOf({ editMessages: false, removeGone: 2, newerThan: '7d' })).toEqual({
    removeGone: 2,
    newerThan: '7d',
  });
});

test('the times of a quota are those of its zone', () => {
  const timetable = { timetable: '22:00-06:00 90/min, else 80/min' };
  const rates = [undefined, 'Asia/Tokyo', 'America/New_York'].map((zone) => {
    const given: OptionValues = {
      'requests-per-minute': timetable,
      ...(zone === undefined ? {} : { 'time-zone': zone }),
    };
    const { requestsPerMinute } = runOptionsFrom(settingsFrom(given, {}, {}), {});
    return ['2026-01-01T05:30:00Z', '2026-01-01T14:00:00Z', '2026-01-01T22:30:00Z'].map((at) =>
      rateAt(requestsPerMinute, Date.parse(at)),
    );
  });

  expect(rates).toEqual([
    [90, 80, 90],
    [80, 90, 80],
    [90, 80, 80],
  ]);
});

test('a job keeps the sending options that were typed, and neither its target nor consent', () => {
  const given: OptionValues = {
    'app-id': 'a1',
    region: 'eu',
    yes: true,
    json: true,
    concurrency: 4,
    'max-failures': 'none',
    'shared-quota': false,
  };

  expect(typedOptions(given)).toEqual({
    concurrency: 4,
    'max-failures': 'none',
    'shared-quota': false,
  });
});
