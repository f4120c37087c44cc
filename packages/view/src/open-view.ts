import { systemZone } from './pages/system-zone.ts';
import {
  type Explanation,
  explainRecord,
  explainError,
  html,
  type Html,
  type IndexThread,
  type JobFolder,
  type JobState,
  jobFolder,
  JobReader,
  kindNamed,
  readProgress,
  startIndexing,
  version,
  type StepName,
  whereText,
} from '@chatferry/job/viewing';
import { conversationsPage } from './pages/conversations.ts';
import { differencesCsv, differencesPage } from './pages/differences.ts';
import { type Frame, framed, jobSections, noPage, type Page } from './pages/layout.ts';
import { jobNow } from './pages/job-now.ts';
import { figuresOf, kindLines, overviewPage } from './pages/overview.ts';
import { type LatestStatement, linkFrom, type PageContext } from './pages/page-context.ts';
import { problemsCsv, problemsPage } from './pages/problems.ts';
import { recordPage, searched } from './pages/record.ts';
import { requestsCsv, requestsPage } from './pages/requests.ts';
import { script } from './pages/script.ts';
import { hitsFor, searchPage } from './pages/search.ts';
import { style } from './pages/style.ts';
import type { Address } from './serving/address.ts';
import { type Answer, type LocalServer, serveSite } from './serving/server.ts';

export interface ViewOptions {
  /** The job folder. */
  readonly job: string;
  /** Names the command or the function of a step. */
  readonly next: StepName;
  /** 0, the default: a free port. */
  readonly port?: number;
  /** IANA name; the zone of the machine unless given. */
  readonly timeZone?: string;
  /** Milliseconds since 1970. */
  readonly now: () => number;
}

/**
 * Serves the pages of a job until it is disposed of. Writes nothing but the cache `view.sqlite`, in a thread of its own.
 *
 * @throws {PlanError} without a plan
 */
export async function openView(options: ViewOptions): Promise<LocalServer> {
  const view = new JobView(options);
  const server = await serveSite(view, options.port ?? 0);
  return {
    ...server,
    [Symbol.asyncDispose]: async () => {
      await server[Symbol.asyncDispose]();
      view[Symbol.dispose]();
    },
  };
}

const pages: Readonly<Record<string, (context: PageContext) => Page>> = {
  '': overviewPage,
  problems: problemsPage,
  conversations: conversationsPage,
  requests: requestsPage,
  differences: differencesPage,
};

const lists: Readonly<Record<string, (context: PageContext) => Answer>> = {
  'problems.csv': problemsCsv,
  'requests.csv': requestsCsv,
  'differences.csv': differencesCsv,
};

class JobView implements Disposable {
  readonly #options: ViewOptions;
  readonly #job: JobFolder;
  #indexing: IndexThread | undefined;
  readonly #latest: LatestStatement = { stamp: '', statement: undefined };
  /** The last plan for which an index was begun: the index is tried once for each plan. */
  #begunFor: string | undefined;

  constructor(options: ViewOptions) {
    this.#options = options;
    this.#job = jobFolder(options.job);
    this.#withReader(() => {});
  }

  async answer(address: Address, base: string): Promise<Answer> {
    const [page = ''] = address.path;
    if (page === 'style.css') return { type: 'text/css', body: style };
    if (page === 'script.js') return { type: 'text/javascript', body: script };
    try {
      return await this.#answered(address, base, page);
    } catch (error) {
      const explained = explainError(error);
      if (explained === undefined) throw error;
      const title = 'The job cannot be shown';
      const lines = explained.lines.map((line) => html`<p>${line}</p> `);
      const made = {
        title,
        body: html`<h1>${title}</h1>
          ${lines}
          <p>${explained.fix}</p>`,
        status: 500,
      };
      return answerOf(made, framed(made, { link: linkFrom(base), address }, this.#frame()));
    }
  }

  news(): string {
    try {
      return this.#withReader((reader) => {
        const context = this.#context(reader, { path: [], query: new URLSearchParams() }, '');
        const now = jobNow(context);
        const progress = now.holder === undefined ? undefined : readProgress(this.#job.progress);
        return JSON.stringify({
          'live-headline': { text: now.conclusion.headline },
          'live-state': { text: stateOf(context) },
          'live-figures': { html: figuresOf(now, progress).source },
          'live-kinds': { html: kindLines(now).source },
          'live-index': {
            text:
              reader.index === undefined
                ? `${Math.floor((this.#indexing?.share ?? 0) * 100)} %`
                : '100 %',
          },
        });
      });
    } catch {
      return '{}'; // The pages report why.
    }
  }

  [Symbol.dispose](): void {
    this.#indexing?.[Symbol.dispose]();
  }

  async #answered(address: Address, base: string, page: string): Promise<Answer> {
    const explained = await this.#explained(address);
    return this.#withReader((reader) => {
      const context = this.#context(reader, address, base);
      const list = lists[page];
      if (list !== undefined) return list(context);
      const made =
        page === 'search'
          ? this.#search(context)
          : page === 'record'
            ? recordPage(context, explained)
            : (pages[page]?.(context) ?? noPage);
      const { target } = jobNow(context);
      const to = target === undefined ? undefined : html`→ ${target.appId}, ${whereText(target)}`;
      return answerOf(made, framed(made, context, this.#frame(to, stateOf(context))));
    });
  }

  #frame(to?: Html, state = ''): Frame {
    const subject = html`<b>${this.#job.path}</b> ${to}`;
    return { sections: jobSections, subject, state, hasSearch: true, source: 'the job folder' };
  }

  async #explained({ path: [page, name = '', id] }: Address): Promise<Explanation | undefined> {
    const kind = kindNamed(name);
    return page === 'record' && kind !== undefined && id !== undefined
      ? explainRecord(this.#job, kind, id)
      : undefined;
  }

  #search(context: PageContext): Page {
    const text = context.address.query.get('q')?.trim() ?? '';
    const { kind, id } = searched(text);
    const hits = hitsFor(context, id).filter((hit) => kind === undefined || hit.kind === kind);
    return searchPage(context, text, hits);
  }

  #context(reader: JobReader, address: Address, base: string): PageContext {
    const { next, timeZone = systemZone(), now } = this.#options;
    return {
      job: this.#job,
      reader,
      address,
      link: linkFrom(base),
      indexing: this.#indexing,
      timeZone,
      next,
      nowMs: now(),
      version,
      latest: this.#latest,
    };
  }

  /** Opens the files for one page, and begins to make the index if this plan has none. */
  #withReader<T>(use: (reader: JobReader) => T): T {
    using reader = new JobReader(this.#job);
    if (reader.index === undefined && this.#begunFor !== reader.madeFrom) {
      this.#begunFor = reader.madeFrom;
      this.#indexing?.[Symbol.dispose]();
      this.#indexing = startIndexing(this.#job);
    }
    return use(reader);
  }
}

function answerOf({ status = 200 }: Page, body: string): Answer {
  return { status, type: 'text/html', body };
}

const states: Readonly<Record<JobState, string>> = {
  inconsistent: 'The numbers do not add up',
  undone: 'Undone',
  undoing: 'Undo not finished',
  planned: 'Planned, not sent yet',
  'in-progress': 'In progress',
  killed: 'Run ended without a result',
  stopped: 'Stopped',
  unfinished: 'Not finished',
  differs: 'Finished, with differences',
  unresolved: 'Finished, with unknown outcomes',
  losses: 'Finished; some rows did not move',
  complete: 'Finished',
};

/** The present activity, in a few words. */
function stateOf(context: PageContext): string {
  const { conclusion, holder, account } = jobNow(context);
  if (holder !== undefined) return `Run ${account.history.length} in progress`;
  return states[conclusion.state];
}
