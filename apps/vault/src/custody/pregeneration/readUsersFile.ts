import { createReadStream } from 'node:fs'
import { open } from 'node:fs/promises'
import { CsvError, parse } from 'csv-parse/sync'
import { type NewUser, type Problem, parseNewUser, userFields } from './newUser.js'

/** A row of the file: its first line, counted from 1, and the parsed user. */
export type UserLine = { readonly line: number; readonly user: NewUser | Problem }

/** Max bytes of a row, more than any valid one has. The rest is skipped and not kept in memory. */
const maxLine = 65_536

/** Max lines of a quoted cell. A quote that isn't closed by then is an error of its own line alone. */
const maxLines = 20

const names: Readonly<Record<string, (typeof userFields)[number]>> = Object.fromEntries(
  userFields.map((name) => [name.toLowerCase(), name]),
)

/**
 * Reads users from a CSV file [RFC 4180], with commas, semicolons or tabs, as it streams: rows that can't be read are reported in their place and
 * don't affect the others. Throws if it isn't a text in UTF-8, or its first line names no login. `onColumns` gets the names that are ignored.
 */
export async function* readUsersFile(
  path: string,
  { now, onColumns }: { readonly now: number; readonly onColumns: (ignored: readonly string[]) => void },
): AsyncGenerator<UserLine> {
  await assertText(path)
  const lines = readLines(path)
  const header = await nextFilled(lines)
  const columns = header && readHeader(header)
  if (!columns)
    throw new Error(`${path} has no header: its first line must name the column email, or provider and subject.`)
  onColumns(columns.ignored)
  // further lines that were looked at for the end of a quote
  const ahead: Line[] = []
  const next = async (): Promise<Line | undefined> => ahead.shift() ?? (await lines.next()).value
  for (let line = await next(); line; line = await next()) {
    if (line.text === '') continue
    const row = await readRow(line)
    const { number } = line
    if ('code' in row) yield { line: number, user: row }
    else if (row.some((cell) => cell.trim() !== '')) yield { line: number, user: toUser(row) }
  }

  /** Takes further lines if a quote is open at the end of the first. */
  async function readRow(first: Line): Promise<readonly string[] | Problem> {
    const row = parseRow(first, columns?.delimiter ?? ',')
    if (!('isOpen' in row)) return row
    const taken: Line[] = []
    while (taken.length < maxLines) {
      const line = await next()
      if (!line) break
      taken.push(line)
      const text = [first, ...taken].map((one) => one.text ?? '\0').join('\n')
      const whole = text.length > maxLine ? row : parseRow({ ...first, text }, columns?.delimiter ?? ',')
      if (!('isOpen' in whole) && !('code' in whole)) return whole
      if (!('isOpen' in whole)) break
    }
    ahead.unshift(...taken)
    return unreadable('A quote is not closed.', first.text)
  }

  function toUser(row: readonly string[]): NewUser | Problem {
    if (row.length > (columns?.names.length ?? 0))
      return unreadable('The row has more cells than the first line has names.')
    const cells = (columns?.names ?? []).flatMap((name, index) => (name ? [[name, row[index] ?? '']] : []))
    return parseNewUser(Object.fromEntries(cells), now)
  }
}

type Line = {
  readonly number: number
  /** Undefined if it is too long or not UTF-8. */
  readonly text: string | undefined
  readonly fault?: string | undefined
}

type Columns = {
  readonly delimiter: string
  /** The field in each column; undefined: ignored. */
  readonly names: readonly ((typeof userFields)[number] | undefined)[]
  readonly ignored: readonly string[]
}

function readHeader(line: Line): Columns | undefined {
  for (const delimiter of [',', ';', '\t']) {
    const cells = parseRow(line, delimiter)
    if ('code' in cells) continue
    const known = cells.map((cell) => names[cell.trim().toLowerCase().replaceAll(/[ _-]/g, '')])
    const isTwice = known.some((name, index) => name && known.indexOf(name) !== index)
    if (isTwice) throw new Error('The first line names a column twice.')
    if (known.includes('email') || (known.includes('provider') && known.includes('subject')))
      return { delimiter, names: known, ignored: cells.filter((_, index) => !known[index]) }
  }
  return undefined
}

/** Parses one row. `isOpen`: a quote doesn't end in it. */
function parseRow(
  { text, fault }: Line,
  delimiter: string,
): readonly string[] | Problem | (Problem & { readonly isOpen: true }) {
  if (text === undefined) return unreadable(fault ?? '')
  try {
    const rows = parse(text, { delimiter, relax_column_count: true }) as string[][]
    return rows[0] ?? []
  } catch (cause) {
    if (!(cause instanceof CsvError)) throw cause
    const problem = unreadable('A quote is in the wrong place.', text)
    return cause.code === 'CSV_QUOTE_NOT_CLOSED' ? { ...problem, isOpen: true } : problem
  }
}

function unreadable(message: string, value?: string): Problem {
  return { code: 'UNREADABLE', message, ...(value !== undefined && { value }) }
}

async function nextFilled(lines: AsyncGenerator<Line>): Promise<Line | undefined> {
  for (;;) {
    const { value, done } = await lines.next()
    if (done) return undefined
    if (value.text !== '') return value
  }
}

/** The lines of a file, whatever ends them, each in memory alone. */
async function* readLines(path: string): AsyncGenerator<Line, undefined> {
  const decoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true })
  let [number, kept, size, isAfterReturn]: [number, Buffer[], number, boolean] = [1, [], 0, false]
  const end = (): Line => {
    const line = toLine()
    ;[number, kept, size] = [number + 1, [], 0]
    return line
  }
  const toLine = (): Line => {
    if (size > maxLine) return { number, text: undefined, fault: `The line is longer than ${maxLine} bytes.` }
    try {
      const text = decoder.decode(Buffer.concat(kept))
      if (!text.includes('\0')) return { number, text: number === 1 ? text.replace(/^\uFEFF/, '') : text }
    } catch {
      // not UTF-8: reported like any other line that is no text
    }
    return { number, text: undefined, fault: 'The line is not text in UTF-8.' }
  }
  const keep = (part: Buffer): void => {
    size += part.length
    if (size <= maxLine) kept.push(part)
    else kept = []
  }
  for await (const chunk of createReadStream(path) as AsyncIterable<Buffer>) {
    let from = 0
    for (let at = 0; at < chunk.length; at++) {
      const byte = chunk[at]
      const isBreak = byte === 10 || byte === 13
      if (isBreak && !(byte === 10 && isAfterReturn)) {
        keep(chunk.subarray(from, at))
        yield end()
      }
      if (isBreak) from = at + 1
      isAfterReturn = byte === 13
    }
    // a chunk's memory is used again
    keep(Buffer.from(chunk.subarray(from)))
  }
  if (size > 0) yield end()
  return undefined
}

/** Throws for files that are no text at all. */
async function assertText(path: string): Promise<void> {
  const file = await open(path)
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(4_096), 0, 4_096, 0)
    const start = buffer.subarray(0, bytesRead)
    const hasMark = (...bytes: readonly number[]): boolean => bytes.every((byte, index) => start[index] === byte)
    if (hasMark(0x50, 0x4b, 3, 4)) throw new Error(`${path} is a spreadsheet. Save it as CSV in UTF-8.`)
    if (hasMark(0xff, 0xfe) || hasMark(0xfe, 0xff)) throw new Error(`${path} is in UTF-16. Save it as CSV in UTF-8.`)
    if (start.includes(0)) throw new Error(`${path} is not a text. Save it as CSV in UTF-8.`)
  } finally {
    await file.close()
  }
}
