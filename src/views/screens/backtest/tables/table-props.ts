import type { Report } from '../report.ts'

export interface TableProps {
  readonly report: Report
  /** Rupees per symbol. */
  readonly capital: number
}
