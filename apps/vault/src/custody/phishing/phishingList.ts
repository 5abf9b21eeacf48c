import { readFile, stat } from 'node:fs/promises'
import { z } from 'zod'

const hosts = z.array(z.string().transform((host) => host.toLowerCase()))

const listSchema = z.object({
  /** How many letters a name may differ in and still pass for one of the fuzzy list. */
  tolerance: z.int().min(0).max(10).default(1),
  blacklist: hosts.default([]),
  whitelist: hosts.default([]),
  /** Names that others are made to look like. */
  fuzzylist: hosts.default([]),
})

export type PhishingList = {
  /** Whether an origin is known to deceive, or its name nearly is one that others imitate. */
  readonly has: (origin: string) => boolean
}

export const noPhishingList: PhishingList = { has: () => false }

/** Reads a list in the form that lists of phishing sites are commonly kept in. Throws what is wrong with it. */
export function parsePhishingList(text: string): PhishingList {
  const { success, data, error } = listSchema.safeParse(JSON.parse(text))
  if (!success) throw new Error(`This is no phishing list: ${z.prettifyError(error)}`)
  const [blacklist, whitelist] = [new Set(data.blacklist), new Set(data.whitelist)]
  const fuzzylist = data.fuzzylist.map(toName)
  return {
    has: (origin) => {
      const names = toParents(new URL(origin).hostname.toLowerCase())
      if (names.some((name) => whitelist.has(name))) return false
      if (names.some((name) => blacklist.has(name))) return true
      const name = toName(names[0] ?? '')
      return fuzzylist.some((known) => toDistance(name, known, data.tolerance) <= data.tolerance)
    },
  }
}

/** A host and all that it is a part of: what is listed counts for what is below it. */
function toParents(host: string): readonly string[] {
  const labels = host.split('.')
  return labels.map((_, index) => labels.slice(index).join('.')).slice(0, Math.max(1, labels.length - 1))
}

/** Without what stands behind the last dot, and `www.`: what is left is what people read. */
function toName(host: string): string {
  return host.replace(/^www\./, '').replace(/\.[^.]+$/, '')
}

/** How many letters have to be put in, left out or changed; more than `most` may be any number above it. [Levenshtein] */
function toDistance(one: string, other: string, most: number): number {
  if (Math.abs(one.length - other.length) > most) return most + 1
  let row = Array.from({ length: other.length + 1 }, (_, index) => index)
  for (let place = 1; place <= one.length; place++) {
    const next = [place]
    for (let index = 1; index <= other.length; index++) {
      const isSame = one[place - 1] === other[index - 1]
      const [left = 0, above = 0, corner = 0] = [next[index - 1], row[index], row[index - 1]]
      next.push(Math.min(left + 1, above + 1, corner + (isSame ? 0 : 1)))
    }
    row = next
  }
  return row.at(-1) ?? 0
}

type WatchOptions = {
  /** Hears why a list that was written anew is not taken: the one of before counts on. */
  readonly warn: (cause: unknown) => void
  /** Milliseconds between two looks at the file. */
  readonly look?: number | undefined
}

/** The list of a file, read again when that was written anew. Throws with its name where it cannot be read at the start. */
export async function watchPhishingList(file: string, { warn, look = 60_000 }: WatchOptions): Promise<PhishingList> {
  let list = await readList(file)
  let written = (await stat(file)).mtimeMs
  const lookAgain = async (): Promise<void> => {
    const { mtimeMs } = await stat(file)
    if (mtimeMs === written) return
    // said once for each time that it was written
    written = mtimeMs
    list = await readList(file)
  }
  setInterval(() => void lookAgain().catch(warn), look).unref()
  return { has: (origin) => list.has(origin) }
}

async function readList(file: string): Promise<PhishingList> {
  const text = await readFile(file, 'utf8')
  try {
    return parsePhishingList(text)
  } catch (cause) {
    throw new Error(`${file}: ${cause instanceof Error ? cause.message : cause}`, { cause })
  }
}
