/** What most operations of the chat API have in common. */
export const chatOperation = {
  api: 'chat',
  scope: 'fullAccess',
  onBehalfOf: 'none',
  repeatable: true,
  budget: 'standard',
  source: 'reference',
} as const;
