import { createServer, type IncomingHttpHeaders } from 'node:http'
import { getClientNetwork, type Listening, listen, requestTimeouts, type StopOptions } from '@latchkey/server-kit/http'
import { withRequestId } from '@latchkey/server-kit/log'
import type { RequestRecord } from '@latchkey/server-kit/metrics'
import {
  type AdminProject,
  deleteProject,
  getAdminOpenApi,
  getStatus,
  getUsage,
  listAudit,
  listOrders,
  listProjects,
  projectId,
  saveProject,
} from '../api/admin.js'
import { toOpenApiDocument } from '../api/openapi.js'
import type { GatewayContext } from '../context.js'
import { requireDatabase } from '../database/database.js'
import { GatewayError } from '../errors.js'
import { createRoute, type Route } from '../http/route.js'
import { serveRoutes } from '../http/server.js'
import { createIsOperator } from '../monitoring/operator.js'
import { type Heartbeat, readUsage } from '../monitoring/usage.js'
import { createOrderStore } from '../onramp/orders.js'
import type { ProjectBook } from '../projects/projects.js'
import { createProjectStore, type ProjectStore, RevisionConflict } from '../projects/store.js'
import { readStatus } from './status.js'

type StartAdminOptions = {
  /** 0 for a free one. */
  readonly port: number
  /** Default: this machine only. */
  readonly host?: string | undefined
  readonly token: string | undefined
  readonly context: GatewayContext
  readonly projects: ProjectBook
  readonly heartbeat: Heartbeat | undefined
  readonly record: (record: RequestRecord) => void
  readonly trustsProxy: boolean
  readonly stop: StopOptions
}

/**
 * Starts the API for operators on its own port. Every request needs the operator's token, and a change also the name of the person
 * in `x-operator`. Throws without a token.
 */
export async function startAdmin(options: StartAdminOptions): Promise<Listening> {
  const { port, host = '127.0.0.1', token, context, record, trustsProxy } = options
  const { quotas, ended, warn } = context
  if (token === undefined) throw new Error('ADMIN_PORT needs OPERATOR_TOKEN. Generate one: openssl rand -hex 32')
  const isOperator = createIsOperator(token, quotas)
  const serve = serveRoutes({
    routes: createAdminRoutes(options),
    quotas,
    ended,
    warn,
    record,
    getClient: (request) => getClientNetwork(request, { trustsProxy }),
    async authorize(caller) {
      if (await isOperator(caller)) return
      throw new GatewayError('The token of the operator is missing or wrong.', { status: 401, code: 'UNAUTHORIZED' })
    },
  })
  const server = createServer(requestTimeouts, (request, response) => {
    // an error outside of a response means that the client disconnected
    void withRequestId(request, response, () => serve(request, response)).catch(() => response.destroy())
  })
  return listen(server, { port, host, ...options.stop })
}

type AdminSources = Pick<StartAdminOptions, 'context' | 'projects' | 'heartbeat'>

function createAdminRoutes({ context, projects, heartbeat }: AdminSources): readonly Route[] {
  const isUncounted = true
  const getStore = (): ProjectStore => createProjectStore(requireDatabase(context))
  /** Runs a change, so that this gateway uses it with the response. */
  const change = async <value>(work: () => Promise<value>): Promise<value> => {
    try {
      const value = await work()
      // the others are notified; if this fails, the next poll reads it
      await projects.refresh().catch(context.warn)
      return value
    } catch (cause) {
      if (!(cause instanceof RevisionConflict)) throw cause
      const current = cause.current ? projects.list([cause.current]).find(({ id }) => id === cause.current?.id) : null
      throw new GatewayError(cause.message, {
        status: 409,
        code: 'CONFLICT',
        details: { current: current ?? null },
        cause,
      })
    }
  }
  const routes: readonly Route[] = [
    createRoute(listProjects, async () => ({ projects: projects.list(await getStore().readAll()) }), { isUncounted }),
    createRoute(
      saveProject,
      async ({ path: { id = '' }, body: { revision, settings }, headers }): Promise<AdminProject> => {
        const by = { id: parseId(id), revision, operator: readOperator(headers), now: context.now() }
        const saved = await change(() => getStore().save({ ...by, settings }))
        return { ...saved, source: 'database', isInFile: projects.findInFile(id) !== null }
      },
      { isUncounted, bodyLimit: 262_144 },
    ),
    createRoute(
      deleteProject,
      async ({ path: { id = '' }, query: { revision }, headers }) => {
        const by = { id: parseId(id), revision, operator: readOperator(headers), now: context.now() }
        await change(() => getStore().remove(by))
        return { project: projects.findInFile(id) }
      },
      { isUncounted },
    ),
    createRoute(getStatus, ({ signal }) => readStatus({ ...context, heartbeat }, signal), { isUncounted }),
    createRoute(listOrders, ({ query }) => createOrderStore(requireDatabase(context)).list(query), { isUncounted }),
    createRoute(
      getUsage,
      async ({ query }) => {
        const database = requireDatabase(context)
        // includes what this gateway has counted until now
        await heartbeat?.beat()
        return { rows: await readUsage(database, query) }
      },
      { isUncounted },
    ),
    createRoute(listAudit, ({ query }) => getStore().readAudit(query), { isUncounted }),
  ]
  const endpoints = [...routes.flatMap(({ endpoint }) => endpoint ?? []), getAdminOpenApi]
  const document = toOpenApiDocument(endpoints, 'Latchkey gateway, for operators')
  return [...routes, createRoute(getAdminOpenApi, () => document, { isUncounted })]
}

function parseId(id: string): string {
  if (projectId.safeParse(id).success) return id
  throw new GatewayError('id: is not a project id', { status: 400, code: 'BAD_REQUEST' })
}

/** The person who makes a change, as the console has verified it. */
function readOperator(headers: IncomingHttpHeaders): string {
  const name = headers['x-operator']
  if (typeof name === 'string' && /^[\w.@+-]{1,64}$/.test(name)) return name
  throw new GatewayError('x-operator: must name who makes this change, in 1 to 64 letters, digits and . _ @ + -', {
    status: 400,
    code: 'BAD_REQUEST',
  })
}
