import { chordRows, rowsAtHand } from './at-hand.ts'
import { correctionsOf } from './corrections.ts'
import { insteadRows } from './instead-rows.ts'
import { nearTo } from './near-contracts.ts'
import { addOffers } from './offers.ts'

addOffers({ atHand: rowsAtHand, chord: chordRows, corrections: correctionsOf, nearTo, instead: insteadRows })
