import { type Database, listenToChannel } from '@latchkey/server-kit/database'
import type { AdminProject } from '../api/admin.js'
import { getAnalyticsConfig, getProjectConfig, getProjectOrigins } from '../api/projects.js'
import { GatewayError } from '../errors.js'
import { createRoute, type Route } from '../http/route.js'
import type { Project, Projects } from './settings.js'
import { createProjectStore, projectsChannel, type StoredProject } from './store.js'

/** The projects of `PROJECTS_FILE` and of the database, which wins on the same id. */
export type ProjectBook = {
  /** Throws 404 for an unknown project, and 503 while the database was not read yet. */
  readonly get: (id: string) => Promise<Project>
  /** Returns the cached project without waiting; undefined for an unknown one. */
  readonly peek: (id: string) => Project | undefined
  /** Adds the values of the file to projects of the database. */
  readonly list: (stored: readonly StoredProject[]) => readonly AdminProject[]
  /** The project that applies after one was deleted from the database; null if there is none. */
  readonly findInFile: (id: string) => AdminProject | null
  /** Reads the database again, if it changed. */
  readonly refresh: () => Promise<void>
  readonly stop: () => Promise<void>
}

type OpenProjectBookOptions = {
  readonly file: Projects
  readonly database: Database | undefined
  /** For notifications; see {@link listenToChannel}. */
  readonly listenUrl: string | undefined
  readonly warn: (cause: unknown) => void
}

/** Milliseconds between checks for a change whose notification was lost. */
const pollInterval = 1_000

/**
 * Opens the projects. A change by any gateway is in use at once, or, if the notification is lost, with the next poll. While the database
 * is gone, the projects that were read last stay in use.
 */
export function openProjectBook({ file, database, listenUrl, warn }: OpenProjectBookOptions): ProjectBook {
  const store = database && createProjectStore(database)
  let stored: ReadonlyMap<string, Project> | undefined = store ? undefined : new Map()
  let revision = -1
  let reading: Promise<void> | undefined
  let isFailing = false

  const read = async (): Promise<void> => {
    if (!store) return
    const next = await store.readRevision()
    if (next === revision) return
    stored = new Map((await store.readAll()).map(({ id, settings }) => [id, settings]))
    revision = next
  }
  /** Starts after a read that is running, because that one may have missed the last change. */
  const refresh = (): Promise<void> => {
    const next = (reading ?? Promise.resolve()).catch(() => undefined).then(read)
    reading = next
    return next
  }
  const poll = async (): Promise<void> => {
    try {
      await refresh()
      isFailing = false
    } catch (cause) {
      if (!isFailing) warn(cause)
      isFailing = true
    }
  }
  let isPolling = false
  const timer = store
    ? setInterval(() => {
        if (isPolling) return
        isPolling = true
        void poll().finally(() => {
          isPolling = false
        })
      }, pollInterval)
    : undefined
  const listener =
    listenUrl === undefined
      ? undefined
      : listenToChannel({
          url: listenUrl,
          applicationName: 'latchkey-gateway-listen',
          channel: projectsChannel,
          onNotification: () => void poll(),
          onListening: refresh,
          warn,
        })
  if (store) void poll()

  const inFile = (id: string): Project | undefined => (Object.hasOwn(file, id) ? file[id] : undefined)
  const peek = (id: string): Project | undefined => stored?.get(id) ?? inFile(id)
  const findInFile = (id: string): AdminProject | null => {
    const settings = inFile(id)
    if (!settings) return null
    return { id, source: 'file', isInFile: true, revision: null, updatedAt: null, updatedBy: null, settings }
  }
  return {
    peek,
    findInFile,
    refresh,
    async get(id) {
      // the file's settings may be replaced in the database, which has to be asked once
      if (!stored) await refresh()
      const project = peek(id)
      if (project) return project
      throw new GatewayError('projectId: Unknown project.', { status: 404, code: 'NOT_FOUND' })
    },
    list(all) {
      const ids = new Set(all.map(({ id }) => id))
      const own = all.map((one): AdminProject => {
        return { ...one, source: 'database', isInFile: inFile(one.id) !== undefined }
      })
      const rest = Object.keys(file).flatMap((id) => (ids.has(id) ? [] : (findInFile(id) ?? [])))
      return [...own, ...rest].sort((a, b) => (a.id < b.id ? -1 : 1))
    },
    async stop() {
      clearInterval(timer)
      await listener?.stop()
      await reading?.catch(() => undefined) // reported by the poll
    },
  }
}

/** Serves a project's settings: features, allowed origins, and whether analytics events are collected. [S7.27] */
export function createProjectRoutes({ get }: ProjectBook): readonly Route[] {
  // a missing id is an unknown project, not an invalid request
  const parseQuery = (query: URLSearchParams): { projectId: string } => ({ projectId: query.get('projectId') ?? '' })
  return [
    createRoute(getProjectConfig, async ({ query }) => ({ features: (await get(query.projectId)).features ?? null }), {
      parseQuery,
    }),
    createRoute(
      getProjectOrigins,
      async ({ query }) => ({ allowedOrigins: (await get(query.projectId)).allowedOrigins }),
      { parseQuery },
    ),
    createRoute(
      getAnalyticsConfig,
      async ({ query }) => ({ isAnalyticsEnabled: (await get(query.projectId)).isAnalyticsEnabled }),
      { parseQuery },
    ),
  ]
}
