/**
 * @param {readonly (readonly string[])[]} rows the first is the head
 * @param {readonly number[]} [right] the columns of figures, which stand under each other from the right
 * @returns {string} as the formatter leaves it
 */
export function formatMarkdownTable(rows, right = []) {
  const [head = [], ...body] = rows
  const widths = head.map((_, column) => Math.max(3, ...rows.map((row) => row[column]?.length ?? 0)))
  /** @param {readonly string[]} cells */
  const toLine = (cells) => `| ${cells.join(' | ')} |`
  /** @param {readonly string[]} row */
  const pad = (row) =>
    row.map((cell, column) => {
      const width = widths[column] ?? 0
      return right.includes(column) ? cell.padStart(width) : cell.padEnd(width)
    })
  const rule = widths.map((width, column) => (right.includes(column) ? `${'-'.repeat(width - 1)}:` : '-'.repeat(width)))
  return [pad(head), rule, ...body.map(pad)].map(toLine).join('\n')
}
