export const editorTexts = {
  waiting: 'Not saved: no connection. It is kept in this browser and saves when the connection is back',
  gone: 'This strategy was deleted elsewhere. Save keeps it as a new one',
  invalid: (problem: string) => `Not saved: ${problem}`,
} as const
