import { createHash } from 'node:crypto'
import { type Database, isDatabaseUnavailable } from '@latchkey/server-kit/database'
import { toSettings } from '../../projects/parseProjects.js'
import type { Project, Projects, SiteProject } from '../../projects/project.js'
import type { ProjectView } from '../../protocol/operators.js'
import type { Custody, WatchedProjects } from '../custody.js'
import { readProjectsVersion, readStoredProjects, type StoredProjects } from './storedProjects.js'

/** Milliseconds between two looks for changes by other processes. */
const poll = 500

/** Max characters of a page for the site: far below its limit for a response. */
const pageSize = 1_000_000

/** Merges the projects of the file with those of the database, which win. */
export function mergeProjects(file: Projects, { projects, changed }: StoredProjects): Projects {
  const merged = new Map(file)
  for (const [id, { project }] of projects) merged.set(id, project)
  // those of the file may allow more
  for (const id of changed.keys()) merged.delete(id)
  return merged
}

type WatchOptions = Pick<Custody, 'warn'> & {
  readonly file: Projects
  readonly getKeys: () => Custody['keys']
}

/** Reads the projects, and then their changes. A row that was changed from outside is reported, and its project doesn't exist. */
export async function watchProjects(
  database: Database,
  { file, getKeys, warn }: WatchOptions,
): Promise<WatchedProjects> {
  let stored: StoredProjects
  let merged: Projects
  let site: SiteList
  let running: Promise<void> | undefined
  const read = async (): Promise<void> => {
    stored = await readStoredProjects({ keys: getKeys() }, database)
    for (const [id, cause] of stored.changed) warn(new Error(`Project ${id} was changed from outside.`, { cause }))
    merged = mergeProjects(file, stored)
    site = toSiteList(merged)
  }
  const refresh = (): Promise<void> => {
    const look = async (): Promise<void> => {
      if ((await readProjectsVersion(database)) !== stored.version) await read()
    }
    // a running look may have started before the change
    const next = (running ?? Promise.resolve()).then(look)
    running = next.catch(() => undefined)
    return next
  }
  await read()
  const timer = setInterval(() => {
    refresh().catch((cause: unknown) => {
      // readiness reports that the database is gone
      if (!isDatabaseUnavailable(cause)) warn(cause)
    })
  }, poll)
  timer.unref()
  return {
    get: () => merged,
    list: () =>
      [...merged]
        .map(([id, project]): ProjectView => {
          const own = stored.projects.get(id)
          const settings = toSettings(project)
          if (!own) return { id, settings, source: 'file', revision: 0 }
          const { revision, updatedAt, updatedBy } = own
          return { id, settings, source: 'database', revision, updatedAt, updatedBy }
        })
        .sort((one, other) => (one.id < other.id ? -1 : 1)),
    listForSite: ({ digest, after }) => {
      if (after === undefined && digest === site.digest) return { digest, isSame: true }
      const page = toPage(site.projects, after)
      return { digest: site.digest, ...page }
    },
    refresh,
    stop: () => clearInterval(timer),
  }
}

type SiteList = { readonly digest: string; readonly projects: readonly SiteProject[] }

function toSiteList(projects: Projects): SiteList {
  const list = [...projects].map(([id, project]) => toSiteProject(id, project)).sort((a, b) => (a.id < b.id ? -1 : 1))
  return { digest: createHash('sha256').update(JSON.stringify(list)).digest('hex'), projects: list }
}

/** Removes the settings for logins and signing, which only custody needs. */
function toSiteProject(id: string, { policy: _, jwt: __, guests: ___, sms: ____, ...project }: Project): SiteProject {
  return { id, ...project }
}

function toPage(
  all: readonly SiteProject[],
  after: string | undefined,
): { readonly projects: readonly SiteProject[]; readonly next?: string | undefined } {
  const rest = after === undefined ? all : all.filter(({ id }) => id > after)
  let size = 0
  const end = rest.findIndex((project, index) => {
    size += JSON.stringify(project).length
    return index > 0 && size > pageSize
  })
  if (end === -1) return { projects: rest }
  const projects = rest.slice(0, end)
  return { projects, next: projects.at(-1)?.id }
}
