import { z } from 'zod'
import type { Projects, SiteProjectsReply } from '../../projects/project.js'
import type { CallCustody } from '../custody.js'

/** The projects as custody knows them. */
export type WatchedProjects = {
  readonly get: () => Projects
  /** False until custody has answered, if there was no file: an unknown project may be one of the database. */
  readonly isKnown: () => boolean
  readonly stop: () => void
}

const list = z.array(
  z.object({
    id: z.string(),
    name: z.string(),
    brand: z
      .object({
        color: z.string().optional(),
        logo: z.object({ type: z.enum(['image/png', 'image/jpeg']), base64: z.string() }).optional(),
      })
      .optional(),
    origins: z.array(z.string()),
    returnPaths: z.array(z.string()).optional(),
    paymasters: z.array(z.object({ url: z.string(), chains: z.array(z.string()) })).optional(),
    selfCustody: z.enum(['off', 'optional', 'required']).optional(),
  }),
)

const reply: z.ZodType<SiteProjectsReply> = z.union([
  z.object({ digest: z.string(), isSame: z.literal(true) }),
  z.object({ digest: z.string(), projects: list, next: z.string().optional() }),
])

/** Milliseconds: between two requests, until a response, and for which the site waits for the first one when it starts. */
const times = { poll: 500, response: 5_000, first: 2_000 } as const

/**
 * Asks custody for changes. Until its first response, the projects of the site's own file apply; while it is down, the last ones do.
 * @param file undefined if there is none
 */
export async function watchProjects(
  callCustody: CallCustody,
  { file }: { readonly file: Projects | undefined },
): Promise<WatchedProjects> {
  const stopping = new AbortController()
  let projects: Projects = file ?? new Map()
  let digest: string | undefined
  let timer: NodeJS.Timeout | undefined

  async function read(): Promise<void> {
    const pages: z.output<typeof list> = []
    let after: string | undefined
    let first: string | undefined
    do {
      const page = await callCustody({
        path: '/projects',
        body: after === undefined ? { digest } : { after },
        schema: reply,
        timeout: times.response,
        signal: stopping.signal,
      })
      if (page.isSame) return
      first ??= page.digest
      // changed between two pages: the next look reads them all
      if (page.digest !== first) return
      pages.push(...(page.projects as z.output<typeof list>))
      after = page.next
    } while (after !== undefined)
    projects = new Map(pages.map(({ id, ...project }) => [id, project]))
    digest = first
  }

  async function look(): Promise<void> {
    // reported by the client of custody
    await read().catch(() => undefined)
    if (stopping.signal.aborted) return
    timer = setTimeout(() => void look(), times.poll)
    timer.unref()
  }

  const looking = look()
  let late: NodeJS.Timeout | undefined
  await Promise.race([
    looking,
    new Promise((resolve) => {
      late = setTimeout(resolve, times.first)
    }),
  ])
  clearTimeout(late)
  return {
    get: () => projects,
    isKnown: () => file !== undefined || digest !== undefined,
    stop: () => {
      stopping.abort()
      clearTimeout(timer)
    },
  }
}
