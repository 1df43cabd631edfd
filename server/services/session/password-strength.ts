const DISTINCT_LEAST = 5
const TRIMMINGS_MAX = 6

const COMMON_WORDS = [
  'password',
  'passw0rd',
  'p@ssword',
  'p@ssw0rd',
  'passwort',
  'welcome',
  'letmein',
  'iloveyou',
  'admin',
  'administrator',
  'qwerty',
  'qwertyuiop',
  'asdfgh',
  'asdfghjkl',
  'zxcvbnm',
  '1q2w3e4r',
  '1qaz2wsx',
  'q1w2e3r4',
  'abc',
  'abcd',
  'abcdef',
  'monkey',
  'dragon',
  'football',
  'baseball',
  'cricket',
  'sunshine',
  'princess',
  'superman',
  'batman',
  'master',
  'login',
  'secret',
  'changeme',
  'default',
  'trustno',
  'starwars',
  'whatever',
  'freedom',
  'india',
  'bharat',
  'mumbai',
  'nifty',
  'sensex',
  'zerodha',
  'trading',
  'trader',
  'sauda',
  'krishna',
  'ganesh',
  'saibaba',
  'test',
  'testing',
  'guest',
  'user',
  'root',
  'hello',
]

const DIGITS = '01234567890123456789'
const PLAIN_DIGITS = new Set([DIGITS, [...DIGITS].reverse().join('')])

const isDigitRun = (text: string): boolean => [...PLAIN_DIGITS].some((run) => run.includes(text))

/** `password1234!` is as weak as `password`. */
const withoutTrimmings = (text: string): string => text.replace(/^[^a-z]+|[^a-z]+$/g, '')

const isMadeOf = (text: string, words: readonly string[]): boolean => {
  const reachable = new Set([0])
  for (let end = 1; end <= text.length; end++) {
    if (words.some((word) => reachable.has(end - word.length) && text.endsWith(word, end))) reachable.add(end)
  }
  return reachable.has(text.length)
}

/** One sentence, or null. The contract checks the length. */
export const findWeakness = (password: string, userName: string): string | null => {
  const folded = password.normalize('NFKC').toLowerCase()
  if (new Set(folded).size < DISTINCT_LEAST) return `use at least ${DISTINCT_LEAST} different characters`
  if (isDigitRun(folded)) return 'a run of digits is easy to guess'
  const words = [...COMMON_WORDS, userName.normalize('NFKC').toLowerCase()]
  const core = withoutTrimmings(folded)
  const isTrimmed = core !== '' && folded.length - core.length <= TRIMMINGS_MAX
  if (isMadeOf(folded, words) || (isTrimmed && isMadeOf(core, words))) return 'it is a commonly used password'
  return null
}
