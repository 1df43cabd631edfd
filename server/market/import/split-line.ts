import Papa from 'papaparse'

/** Trimmed. Quotes are honoured; a field cannot contain a line break. */
export const splitLine = (line: string, delimiter: string): string[] => {
  if (!line.includes('"')) {
    const fields = delimiter === ' ' ? line.trim().split(/ +/) : line.split(delimiter)
    for (let at = 0; at < fields.length; at++) fields[at] = (fields[at] ?? '').trim()
    return fields
  }
  const [fields = []] = Papa.parse<string[]>(line.replace(/, +"/g, ',"'), { delimiter }).data
  return fields.map((field) => field.trim())
}
