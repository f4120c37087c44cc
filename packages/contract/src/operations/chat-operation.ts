/** The facts that most operations of the chat API share. */
export const chatOperation = {
  api: 'chat',
  scope: 'fullAccess',
  onBehalfOf: 'none',
  repeatable: true,
  budget: 'standard',
  source: 'reference',
} as const;
