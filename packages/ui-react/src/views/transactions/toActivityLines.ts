import type { HistoryTransaction } from '@latchkey/core'

/** A transaction; or a heading for those below it, of the same month of the visitor's own time. */
export type ActivityLine = {
  readonly id: string
  readonly kind: 'head' | 'row'
  readonly date: Date
  readonly transaction?: HistoryTransaction
}

/** Newest first. */
export function toActivityLines(transactions: readonly HistoryTransaction[]): readonly ActivityLine[] {
  const rows = transactions
    .map((transaction) => ({ transaction, date: new Date(transaction.metadata.minedAt) }))
    .toSorted((a, b) => b.date.getTime() - a.date.getTime())
  const lines: ActivityLine[] = []
  let month: string | undefined
  for (const { transaction, date } of rows) {
    const id = `${date.getFullYear()}-${date.getMonth()}`
    if (id !== month) lines.push({ kind: 'head', id, date })
    month = id
    lines.push({ kind: 'row', id: transaction.id, date, transaction })
  }
  return lines
}
