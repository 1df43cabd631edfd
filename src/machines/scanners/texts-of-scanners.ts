/** Apart from the other texts, which the sign-in screen loads. */
export const scannerTexts = {
  notScanned: 'Error Scanning',
  notLoaded: 'Error Loading Scanners',
  notDeleted: 'Error Deleting Scanner',
  notCopied: 'Error Copying Scanner',
  notSaved: 'Error saving scanner',
  notRestored: 'Error restoring scanner',
  copied: 'Scanner Copied Successfully',
  deleted: 'Scanner Deleted Successfully',
  undeleted: (name: string) => `Scanner ${name} restored`,
  saved: (name: string, version: number) =>
    version === 1 ? `Scanner ${name} saved` : `Version ${version} of ${name} saved`,
  nothingDeleted: 'No scanner was deleted',
  alertSet: 'Scanner alert set successfully',
  alertNotSet: 'Failed to set scanner alert',
  alertChanged: 'Alert moved',
  alertNotChanged: 'Failed to change scanner alert',
  alertStopped: 'Scanner alerts stopped successfully',
  alertNotStopped: 'Failed to stop scanner alerts',
  logNotLoaded: 'Error getting scanner alert log',
} as const
