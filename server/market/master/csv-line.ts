export const printField = (text: string): string =>
  /[",]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text

/** Inverse of `printField`; null when quotes are not closed or are inside a field. */
export const splitLine = (line: string): string[] | null => {
  if (!line.includes('"')) return line.split(',')
  const fields: string[] = []
  for (let at = 0; at <= line.length; at++) {
    if (line[at] !== '"') {
      const comma = line.indexOf(',', at)
      const end = comma < 0 ? line.length : comma
      const field = line.slice(at, end)
      if (field.includes('"')) return null
      fields.push(field)
      at = end
      continue
    }
    let end = at + 1
    while (line[end] !== '"' || line[end + 1] === '"') {
      if (end >= line.length) return null
      end += line[end] === '"' ? 2 : 1
    }
    fields.push(line.slice(at + 1, end).replaceAll('""', '"'))
    at = end + 1
    if (at < line.length && line[at] !== ',') return null
  }
  return fields
}
