import {
  type Accepted,
  type Draft,
  draftExport,
  type FileDraft,
  type OnRecord,
  OpenedDumps,
  type Preview,
  previewOf,
} from '@chatferry/drafts';
import { findExports } from '@chatferry/job/planning';
import type { Configuration } from '@chatferry/configuration';
import { declaredOf, mappingOf } from '@chatferry/configuration/inputs';
import type { Io } from '@chatferry/output/terms/io';
import type { DraftedFrom } from './drafted-file.ts';
import { dumpQueries } from './dump-queries.ts';
import { findFiles, isIn } from './find-files.ts';
import { namedServers } from './named-servers.ts';

/** The open inputs of a draft. */
export interface OpenedInputs extends Disposable {
  /** Exports of known systems, which need no mapping. */
  readonly exports: Awaited<ReturnType<typeof findExports>>['exports'];
  readonly files: readonly string[];
  /** Links that lead out of their folder. They are not read. */
  readonly links: readonly string[];
  readonly draft: (accepted: Accepted) => Promise<Draft>;
  /** The inputs that a plan reads as files and not with queries. */
  readonly plain: (draft: Draft) => readonly string[];
  /** The first rows, read like a plan with this configuration. */
  readonly preview: (
    draft: Draft,
    configuration: Configuration,
    onRecord?: OnRecord,
  ) => Promise<Preview>;
}

/**
 * @param own the configuration, which is not an input
 * @throws {Refusal} for a path that does not exist, or for the address of a database
 */
export async function openInputs(
  { inputs: given, from, 'follow-links': followLinks = false, ...reading }: DraftedFrom,
  own: string,
  nowMs: number,
  env: Io['env'],
): Promise<OpenedInputs> {
  const { servers, others } = namedServers(given, env);
  const found = await findExports(others, from);
  const { files: named, inputs, links } = findFiles(found.others, followLinks, own);
  const files = [...named, ...servers.map(({ file }) => file)];
  const dumps = new OpenedDumps(servers);
  const plain = (draft: Draft): readonly string[] => {
    const dumped = new Set(
      draft.files.flatMap(({ file, dump }) => (dump === undefined ? [] : file)),
    );
    return inputs.filter((input) => files.some((file) => isIn(file, input) && !dumped.has(file)));
  };
  return {
    exports: found.exports,
    files,
    links,
    draft: (accepted) =>
      draftExport(files, {
        ...reading,
        year: new Date(nowMs).getUTCFullYear(),
        accepted,
        exports: found.exports,
        dumps,
      }),
    plain,
    preview: (draft, configuration, onRecord) => {
      const shownIn = { zone: 'UTC', ...configuration };
      return previewOf(draft.files.some(isPlain) ? plain(draft) : [], {
        declaredOf: (file) => declaredOf(file, configuration),
        mappingOf: (file, kind, part) => mappingOf(file, kind, shownIn, part),
        followLinks,
        queries: dumpQueries(draft, shownIn, env),
        ...(onRecord === undefined ? {} : { onRecord }),
        now: Math.floor(nowMs / 1000),
      });
    },
    [Symbol.dispose]: () => {
      dumps[Symbol.dispose]();
      found[Symbol.dispose]();
    },
  };
}

/** Whether a plan reads rows of the file directly, and not with queries. */
function isPlain({ unread, dump }: FileDraft): boolean {
  return unread === undefined && dump === undefined;
}
