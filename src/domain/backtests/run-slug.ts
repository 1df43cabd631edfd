const NAME_PART_MAX = 100

export const runSlug = (name: string, suffix: string): string => {
  const words = name
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .slice(0, NAME_PART_MAX)
    .replace(/^-+|-+$/g, '')
  return words === '' ? `run-${suffix}` : `${words}-${suffix}`
}
