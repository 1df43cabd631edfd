import type { ScanInterval } from '../../../domain/scanners/scan.ts'
import { isScanned } from '../../../domain/scanners/scan-address.ts'
import type { ArgKind } from '../../command.ts'
import { interval } from '../time/interval.ts'
import { refuse, taken } from '../words.ts'

/** Weeks and months have no close that an alert could wait for; a rule reads them by `@week`. */
export const scanInterval: ArgKind<ScanInterval> = {
  ...interval,
  expects: 'candles such as 5min, hour or day',
  read(line, from, environment) {
    const read = interval.read(line, from, environment)
    if (read?.kind !== 'value') return read
    if (isScanned(read.value)) return taken(read.value, read.to)
    return refuse(line, from, 'candles of a day or less; a rule reads larger ones as in close@week')
  },
  complete: (word, environment) => interval.complete(word, environment).filter(({ text }) => isScanned(text)),
}
