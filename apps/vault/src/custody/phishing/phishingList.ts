import { readFile, stat } from 'node:fs/promises'
import { getDistance } from '@latchkey/server-kit/distance'
import { z } from 'zod'

const hosts = z.array(z.string().transform((host) => host.toLowerCase()))

const listSchema = z.object({
  /** Max edit distance at which a name counts as an imitation of the fuzzy list. */
  tolerance: z.int().min(0).max(10).default(1),
  blacklist: hosts.default([]),
  whitelist: hosts.default([]),
  /** Names that others imitate. */
  fuzzylist: hosts.default([]),
})

export type PhishingList = {
  /** Whether an origin is known for phishing, or its name nearly equals one that others imitate. */
  readonly has: (origin: string) => boolean
}

export const noPhishingList: PhishingList = { has: () => false }

/** Parses a list in the common format for phishing lists. Throws if it is invalid. */
export function parsePhishingList(text: string): PhishingList {
  const { success, data, error } = listSchema.safeParse(JSON.parse(text))
  if (!success) throw new Error(`This is not a phishing list: ${z.prettifyError(error)}`)
  const [blacklist, whitelist] = [new Set(data.blacklist), new Set(data.whitelist)]
  const fuzzylist = data.fuzzylist.map(toName)
  return {
    has: (origin) => {
      const names = toParents(new URL(origin).hostname.toLowerCase())
      if (names.some((name) => whitelist.has(name))) return false
      if (names.some((name) => blacklist.has(name))) return true
      const name = toName(names[0] ?? '')
      return fuzzylist.some((known) => getDistance(name, known, data.tolerance) <= data.tolerance)
    },
  }
}

/** A host and its parent domains: a listed domain counts for its subdomains. */
function toParents(host: string): readonly string[] {
  const labels = host.split('.')
  return labels.map((_, index) => labels.slice(index).join('.')).slice(0, Math.max(1, labels.length - 1))
}

/** Returns the host name without `www.` and its last label: the part that people read. */
function toName(host: string): string {
  return host.replace(/^www\./, '').replace(/\.[^.]+$/, '')
}

type WatchOptions = {
  /** Called if a changed list is invalid: then the previous one stays in use. */
  readonly warn: (cause: unknown) => void
  /** Milliseconds between two checks of the file. */
  readonly pollInterval?: number | undefined
}

/** Reads a list from a file, and reloads it when the file changes. Throws, naming the file, if it can't be read at the start. */
export async function watchPhishingList(
  file: string,
  { warn, pollInterval = 60_000 }: WatchOptions,
): Promise<PhishingList> {
  let list = await readList(file)
  let written = (await stat(file)).mtimeMs
  const reload = async (): Promise<void> => {
    const { mtimeMs } = await stat(file)
    if (mtimeMs === written) return
    // warn once per change
    written = mtimeMs
    list = await readList(file)
  }
  setInterval(() => void reload().catch(warn), pollInterval).unref()
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
