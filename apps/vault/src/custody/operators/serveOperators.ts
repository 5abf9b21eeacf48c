import type { IncomingMessage, ServerResponse } from 'node:http'
import { isDatabaseUnavailable } from '@latchkey/server-kit/database'
import { parseJson, readBody } from '@latchkey/server-kit/http'
import { setRoute } from '@latchkey/server-kit/trace'
import { z } from 'zod'
import {
  type OperatorAction,
  type OperatorErrorCode,
  type OperatorParams,
  type OperatorResult,
  type OperatorRoute,
} from '../../protocol/operators.js'
import { listApiKeys } from '../apiKeys/apiKeys.js'
import { UnknownKeyError } from '../crypto/seal.js'
import type { Custody } from '../custody.js'
import { CallError } from '../errors/callError.js'
import { listStopped } from '../freezes/signingSwitch.js'
import { viewHealth, viewUsage } from '../health/viewHealth.js'
import { listWebhooks } from '../webhooks/webhooks.js'
import { approveProposal, listProposals, rejectProposal, runAction } from './act.js'
import { type Actor, authenticate, OperatorError } from './operator.js'
import { operatorApi } from './operatorSchemas.js'
import { viewDevices, viewUser, viewUsers } from './view.js'
import { checkAudit, viewAudit, viewEvents } from './viewAudit.js'

type Asked = { readonly actor: Actor; readonly approvals: readonly OperatorAction[] }
type Handlers = {
  readonly [route in OperatorRoute]: (
    custody: Custody,
    params: OperatorParams<route>,
    asked: Asked,
  ) => Promise<OperatorResult<route>>
}

const handlers: Handlers = {
  'GET /v1/me': async (_, __, { actor, approvals }) => ({ ...actor, approvals: [...approvals] }),
  'GET /v1/health': (custody) => viewHealth(custody),
  'GET /v1/usage': (custody, params) => viewUsage(custody, params),
  'GET /v1/user': (custody, params, { actor }) => viewUser(custody, { ...params, actor }),
  'GET /v1/users': (custody, params, { actor }) => viewUsers(custody, { ...params, actor }),
  'GET /v1/devices': (custody, params, { actor }) => viewDevices(custody, { ...params, actor }),
  'GET /v1/events': (custody, params, { actor }) => viewEvents(custody, { ...params, actor }),
  'GET /v1/audit': (custody, params, { actor }) => viewAudit(custody, { ...params, actor }),
  'GET /v1/audit-check': (custody, params, { actor }) => checkAudit(custody, { ...params, actor }),
  'GET /v1/signing': async (custody) => ({ stopped: [...(await listStopped(custody, custody.database))] }),
  'GET /v1/projects': async ({ watchedProjects }) => {
    await watchedProjects.refresh()
    return { projects: watchedProjects.list() }
  },
  'GET /v1/keys': ({ rotation }) => rotation.view(),
  'GET /v1/webhooks': async (custody, params) => ({ webhooks: await listWebhooks(custody, params) }),
  'GET /v1/api-keys': async (custody, params) => ({ keys: await listApiKeys(custody, params) }),
  'POST /v1/act': async (custody, params, asked) => {
    const outcome = await runAction(custody, params, asked)
    await applyNow(custody)
    return outcome
  },
  'GET /v1/proposals': (custody) => listProposals(custody),
  'POST /v1/approve': async (custody, params, { actor }) => {
    const done = await approveProposal(custody, { ...params, actor })
    await applyNow(custody)
    return done
  },
  'POST /v1/reject': (custody, params, { actor }) => rejectProposal(custody, { ...params, actor }),
}

/** Routes whose responses contain no user data: a console may call them while no operator is logged in. */
const anonymousRoutes: readonly string[] = ['GET /v1/me', 'GET /v1/health', 'GET /v1/schema']

const statuses: Readonly<Record<OperatorErrorCode, number>> = {
  UNAUTHENTICATED: 401,
  NOT_FOUND: 404,
  INVALID_PARAMS: 400,
  NO_USER: 404,
  NO_DEVICE: 404,
  NO_PROJECT: 404,
  NO_PROPOSAL: 404,
  NO_WEBHOOK: 404,
  NO_DELIVERY: 404,
  NO_KEY: 404,
  AMBIGUOUS: 409,
  OWN_PROPOSAL: 403,
  NOT_DELEGATED: 403,
  CONFLICT: 409,
  UNAVAILABLE: 503,
  INTERNAL: 500,
}

/** Bytes: the settings of a project may include a logo and long lists. */
const limit = 524_288

type Answer = { readonly status: number; readonly body: unknown }

/**
 * Serves operators, each with a token of their own, on a listener that no site reaches. Browsers can't call it from a page: it requires a
 * header that forms don't send, and allows no other origin.
 */
export function serveOperators(
  custody: Custody,
  { approvals }: Pick<Asked, 'approvals'>,
): (request: IncomingMessage, response: ServerResponse) => Promise<void> {
  return async (request, response) => {
    const { status, body } = await answer(custody, { request, approvals }).catch((cause: unknown) => {
      const { code, message } = toFault(custody, cause)
      return { status: statuses[code], body: { error: { code, message } } }
    })
    const bytes = Buffer.from(JSON.stringify(body))
    response
      .writeHead(status, {
        'content-type': 'application/json',
        'content-length': bytes.byteLength,
        'cache-control': 'no-store',
      })
      .end(bytes)
  }
}

async function answer(
  custody: Custody,
  { request, approvals }: { readonly request: IncomingMessage } & Pick<Asked, 'approvals'>,
): Promise<Answer> {
  const token = /^Bearer ([\w-]+)$/.exec(request.headers.authorization ?? '')?.[1]
  const { pathname, searchParams } = new URL(request.url ?? '/', 'http://operators')
  const route = `${request.method} ${pathname}`
  const named = request.headers['x-operator']
  const actor = await authenticate(custody, {
    token,
    isAnonymous: anonymousRoutes.includes(route),
    ...(named !== undefined && { named: String(named) }),
  })
  if (route === 'GET /v1/schema') return { status: 200, body: describeApi() }
  if (!Object.hasOwn(operatorApi, route))
    throw new OperatorError(`There is nothing at ${route}.`, { code: 'NOT_FOUND' })
  const name = route as OperatorRoute
  setRoute(pathname)
  const sent = request.method === 'GET' ? Object.fromEntries(searchParams) : await readJsonBody(request)
  const params = operatorApi[name].params.safeParse(sent)
  if (!params.success)
    throw new OperatorError(`Invalid request: ${describe(params.error)}.`, { code: 'INVALID_PARAMS' })
  const handle = handlers[name] as (custody: Custody, params: unknown, asked: Asked) => Promise<object>
  const body = await handle(custody, params.data, { actor, approvals })
  return { status: 'status' in body && body.status === 'proposed' ? 202 : 200, body }
}

/**
 * Applies a change before the reply. If that fails, this process applies it within a second or a minute, like all
 * others.
 */
async function applyNow({ watchedProjects, rotation, warn }: Custody): Promise<void> {
  await watchedProjects.refresh().catch(warn)
  await rotation.startIfWanted().catch(warn)
}

async function readJsonBody(request: IncomingMessage): Promise<unknown> {
  const bytes = await readBody(request, { limit })
  try {
    return parseJson(bytes ?? new Uint8Array())
  } catch (cause) {
    throw new OperatorError(`The body is not JSON, or longer than ${limit} bytes.`, { code: 'INVALID_PARAMS', cause })
  }
}

function describe({ issues }: z.ZodError): string {
  const [issue] = issues
  return issue ? [issue.path.join('.'), issue.message].filter((part) => part !== '').join(': ') : 'unknown'
}

/** The whole API as JSON Schema, by method and path. */
function describeApi(): object {
  return Object.fromEntries(
    Object.entries(operatorApi).map(([route, { params, result }]) => [
      route,
      { params: z.toJSONSchema(params, { io: 'input' }), result: z.toJSONSchema(result) },
    ]),
  )
}

function toFault({ warn }: Pick<Custody, 'warn'>, cause: unknown): OperatorError {
  if (cause instanceof OperatorError) return cause
  const isPassing = isDatabaseUnavailable(cause) || cause instanceof UnknownKeyError
  if (isPassing || (cause instanceof CallError && cause.code === 'UNAVAILABLE'))
    return new OperatorError('The database does not answer. Try again.', { code: 'UNAVAILABLE' })
  warn(cause)
  return new OperatorError('Something broke in custody. It says what in its log.', { code: 'INTERNAL' })
}
