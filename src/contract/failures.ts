/** The shapes of these calls are loaded with their screens, but machines that start with the console name their failures. */
export const failures = {
  marginByDay: 'Error loading the margin used',
  dayRecord: 'Error loading the record of the day',
  optionChainThen: 'Error loading the past option chain',
} as const
