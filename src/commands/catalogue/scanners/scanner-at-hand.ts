import type { Environment } from '../../environment.ts'
import { scannerOf } from '../../grammar/scanners/scanner-name.ts'
import { shownScan } from './scans.ts'

export const focusedScanner = ({ context }: Environment): string | undefined =>
  context['focus.kind'] === 'scanner' ? context['focus.key'] : undefined

export const atHand = (environment: Environment): string | undefined =>
  focusedScanner(environment) ?? shownScan(environment).of?.slug ?? undefined

export const nameOf = (text: string, environment: Environment): string =>
  scannerOf(text, environment)?.name ?? text
