import type { Report } from '../report.ts'

export interface TableProps {
  readonly report: Report
  /** Rupees of one symbol. */
  readonly capital: number
}
