import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { createInterface } from 'node:readline'
import { z } from 'zod'
import { type BackupRow, type BackupTable, backupTables, backupVersion } from './backupTables.js'

export type BackupLine = { readonly table: BackupTable; readonly row: BackupRow }

const head = z.object({ latchkey: z.literal('vault'), version: z.literal(backupVersion) })
const line = z.union([
  z.object({
    table: z.enum(backupTables),
    row: z.record(z.string(), z.union([z.string(), z.number(), z.boolean(), z.null()])),
  }),
  z.object({ end: z.record(z.string(), z.number()), sha256: z.string() }),
])

/** The rows of a backup, one after the other. Throws, at the latest behind the last one, where the file is none, is cut off or was changed. */
export async function* readBackup(file: string): AsyncGenerator<BackupLine> {
  const hash = createHash('sha256')
  const counts = Object.fromEntries(backupTables.map((table) => [table, 0])) as Record<BackupTable, number>
  let place = 0
  let isWhole = false
  for await (const text of createInterface({ input: createReadStream(file), crlfDelay: Number.POSITIVE_INFINITY })) {
    const value = parse(text)
    place += 1
    if (isWhole) throw new Error(`${file} goes on behind its end.`)
    if (place === 1) {
      if (!head.safeParse(value).success) throw new Error(`${file} is no backup that can be read here.`)
    } else {
      const { success, data } = line.safeParse(value)
      if (!success) throw new Error(`Line ${place} of ${file} cannot be read.`)
      if ('end' in data) {
        isWhole =
          backupTables.every((table) => (data.end[table] ?? 0) === counts[table]) && data.sha256 === hash.digest('hex')
        if (!isWhole) throw new Error(`${file} was changed: its rows are not those that were written.`)
        continue
      }
      counts[data.table] += 1
      yield data
    }
    hash.update(`${text}\n`)
  }
  if (!isWhole) throw new Error(`${file} is cut off.`)
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined // no JSON
  }
}
