import { importKinds, inputKinds } from '@chatferry/contract';
import { cleaning, formats, kindMapping, zoneName } from '@chatferry/parsers';
import { z } from 'zod';
import { wholeReference } from '../settings/environment.ts';
import { type KeyOf, keyOf, type SettingName, settingNames } from '../settings/settings.ts';
import { sources } from './sources.ts';

const kind = z.enum(inputKinds);

const scalar = z.union([z.string(), z.number(), z.boolean()], 'needs a single value');

/** The schema of chatferry.yaml. After references are expanded, the parsers of the options check the values. */
export const configuration = z.strictObject({
  ...(Object.fromEntries(settingNames.map((name) => [keyOf(name), scalar.optional()])) as Record<
    KeyOf<SettingName>,
    z.ZodOptional<typeof scalar>
  >),
  /** Folders and files to plan when the command line names none. */
  inputs: z.array(z.string()).optional(),
  apiKey: z
    .string()
    .regex(
      wholeReference,
      'has to be a reference such as ${CHATFERRY_API_KEY}: a key does not belong in a file',
    )
    .optional(),
  /** The zone of times without a zone, in all files. */
  zone: zoneName.optional(),
  /** How the rows of each kind become records. */
  kinds: z.partialRecord(kind, kindMapping).optional(),
  /** Mappings of single files, by name or by a pattern such as `chat-*.csv`; they override `kinds`. */
  files: z
    .record(
      z.string(),
      kindMapping
        .extend({
          kind: kind.optional(),
          /** For a file with rows of several kinds: the mapping of each kind; a list if several places of the file contain rows of the kind. */
          kinds: z
            .partialRecord(kind, z.union([kindMapping, z.array(kindMapping).min(1)]))
            .refine((named) => Object.keys(named).length > 0, 'names no kind')
            .optional(),
          format: z.enum(formats).optional(),
          /** The reason why the file is not read. */
          skip: z.string().min(1).optional(),
        })
        .refine(
          (entry) => entry.kind === undefined || entry.kinds === undefined,
          'has both kind and kinds: write the kind under kinds',
        ),
    )
    .optional(),
  sources: sources.optional(),
  /** The copies of files that records point to. */
  media: z
    .strictObject({
      map: z.string().min(1).describe('The map that media copy wrote: map.ndjson in its folder.'),
    })
    .optional(),
  cleaning: cleaning.optional(),
  /** Maximum numbers of memberships and friends, for an app whose limits differ from the documented ones. */
  limits: z
    .strictObject({
      membersPerGroup: z.int().min(1).optional().describe('Maximum number of members of a group.'),
      groupsPerUser: z.int().min(1).optional().describe('Maximum number of groups of a user.'),
      friendsPerUser: z.int().min(1).optional().describe('Maximum number of friends of a user.'),
    })
    .optional(),
  /** Whether to create roles that users need and the app lacks, before the first user is sent. */
  createRoles: z.boolean().optional(),
  /** How to treat messages with a `data.metadata.parentMuid`, which names the message that they reply to. */
  threads: z.enum(['metadata', 'reply', 'flat']).optional(),
  /** The route of each kind, by which its records are sent. */
  routes: z
    .partialRecord(
      z.enum(importKinds),
      z
        .enum(['data-import', 'chat'])
        .describe('The endpoints that records of the kind are sent through.'),
    )
    .optional(),
});

export type Configuration = z.output<typeof configuration>;
