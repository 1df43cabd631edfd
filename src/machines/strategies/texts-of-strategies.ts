/** Apart from the other texts, which the sign-in screen loads. */
export const strategyTexts = {
  notLoaded: 'Error Loading Strategies',
  notDeleted: 'Error Deleting Strategy',
  notCopied: 'Error Copying Strategy',
  copied: 'Strategy Copied Successfully',
  /** On the screen of the user's strategies; elsewhere the message names the strategy. */
  deleted: 'Strategy Deleted Successfully',
  deletedElsewhere: (name: string) => `Strategy ${name} deleted`,
  undeleted: (name: string) => `Strategy ${name} restored`,
  saved: (name: string, version: number) =>
    version === 1 ? `Strategy ${name} saved` : `Version ${version} of ${name} saved`,
  versionRestored: (name: string, from: number, to: number) =>
    `Version ${from} of ${name} restored as version ${to}`,
  nothingDeleted: 'No strategy was deleted',
  unknown: (name: string) => `No strategy called ${name}`,
} as const
