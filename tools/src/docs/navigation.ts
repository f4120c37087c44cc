/** A page of the site: its Markdown file in the workspace, and its name in the navigation. */
export interface NavigationPage {
  readonly file: string;
  readonly title: string;
}

export interface NavigationSection {
  readonly title: string;
  readonly pages: readonly NavigationPage[];
}

/** The page that is generated from the tables of codes. */
export const MESSAGES_PAGE = 'docs/messages.md';

const system = (name: string, title: string): NavigationPage => ({
  file: `docs/systems/${name}.md`,
  title,
});

const sample = (name: string, title: string): NavigationPage => ({
  file: `samples/${name}/README.md`,
  title,
});

const page = (name: string, title: string): NavigationPage => ({ file: `docs/${name}.md`, title });

/** All pages by task, in the order in which a migration needs them. */
export const navigation: readonly NavigationSection[] = [
  {
    title: 'Start',
    pages: [
      sample('quickstart', 'A first migration in ten minutes'),
      page('installing', 'Installing'),
      page('index', 'All pages'),
    ],
  },
  {
    title: 'Move from',
    pages: [
      page('documents', 'Firebase'),
      page('mongodb', 'MongoDB'),
      page('databases', 'A database'),
      page('dumps', 'A dump of SQL'),
      page('mapping', 'CSV, JSON and any other file'),
      page('systems', 'Chat systems'),
      system('slack', 'Slack'),
      system('mattermost', 'Mattermost'),
      system('rocketchat', 'Rocket.Chat'),
      system('zulip', 'Zulip'),
      system('stream', 'Stream'),
      system('sendbird', 'Sendbird'),
      system('twilio', 'Twilio'),
      system('pubnub', 'PubNub'),
      system('discord', 'Discord'),
      system('telegram', 'Telegram'),
      system('whatsapp', 'WhatsApp'),
      system('matrix', 'Matrix'),
      system('xmpp', 'XMPP'),
      system('service', 'Another app of the service'),
    ],
  },
  {
    title: 'Rehearse',
    pages: [
      page('rehearsal', 'Rehearsing failures'),
      page('view', 'Looking at a job in the browser'),
      page('media', 'Media'),
      page('trust', 'Trust'),
      page('personal-data', 'Personal data'),
    ],
  },
  {
    title: 'The cut-over',
    pages: [
      page('cut-over', 'The night, hour by hour'),
      page('screens', 'Live screens'),
      page('monitoring', 'Monitoring'),
      page('delta', 'What is new since an earlier import'),
      page('follow', 'Following a system that runs'),
    ],
  },
  {
    title: 'Prove and correct',
    pages: [
      page('reliability', 'Promises and proofs'),
      page('repair', 'Repair'),
      page('undo', 'Undo'),
      page('export', 'Export'),
    ],
  },
  {
    title: 'When something fails',
    pages: [
      { file: MESSAGES_PAGE, title: 'By message' },
      page('problem-codes', 'Problem codes'),
      page('exit-status', 'Exit status'),
    ],
  },
  {
    title: 'Embedding',
    pages: [
      { file: 'packages/job/README.md', title: 'The library' },
      page('results', 'Results as JSON'),
      page('live-check', 'Live check'),
    ],
  },
  {
    title: 'Fleet',
    pages: [page('fleet', 'Many machines'), page('deploying', 'Containers and Kubernetes')],
  },
  {
    title: 'Reference',
    pages: [
      page('commands', 'Commands'),
      page('configuration', 'Configuration'),
      page('job-folder', 'The job folder'),
      page('coverage', 'Coverage'),
      page('glossary', 'Glossary'),
      { file: 'ARCHITECTURE.md', title: 'Architecture' },
    ],
  },
  {
    title: 'Samples',
    pages: [
      sample('mern-chat', 'A chat app on MongoDB'),
      sample('firestore', 'Firestore'),
      sample('mongodb', 'Collections of MongoDB'),
      sample('mysql', 'Tables of MySQL'),
      sample('phpbb', 'phpBB'),
      sample('camel-case', 'Files of an API'),
      sample('nested-json', 'Nested JSON'),
      sample('names-inline', 'Names in messages'),
      sample('german', 'German words'),
    ],
  },
];

/** All pages in the order of the navigation. */
export const allPages: readonly NavigationPage[] = navigation.flatMap(({ pages }) => pages);

/** The address of a page in the site: `docs/systems/slack.md` is `systems/slack.html`. */
export function addressOf(file: string): string {
  return file
    .replace(/^docs\//, '')
    .replace(/^packages\/job\/README\.md$/, 'library.html')
    .replace(/^samples\/([\w-]+)\/README\.md$/, 'samples/$1.html')
    .replace(/^index\.md$/, 'pages.html')
    .replace(/\.md$/, '.html')
    .toLowerCase();
}
