import * as z from 'zod/mini'

z.config(z.locales.en())

const ISSUES_MAX = 20
const ISSUE_LENGTH_MAX = 300

/** Never repeats the value, which may be a secret. */
export const issuesOf = (place: 'query' | 'body' | 'reply', error: z.core.$ZodError): string[] =>
  error.issues.slice(0, ISSUES_MAX).map((issue) => {
    const field = [place, ...issue.path.map(String)].join('.')
    return `${field}: ${issue.message}`.slice(0, ISSUE_LENGTH_MAX)
  })
