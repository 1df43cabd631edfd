/** `scannerName` is `scanner_name`, as a refusal names it. */
export const wireField = (field: string): string =>
  field.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)
