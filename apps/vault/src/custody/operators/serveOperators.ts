import type { IncomingMessage, ServerResponse } from 'node:http'
import { isDatabaseUnavailable } from '@latchkey/server-kit/database'
import { parseJson, readBody } from '@latchkey/server-kit/http'
import { z } from 'zod'
import {
  type OperatorAction,
  type OperatorErrorCode,
  type OperatorParams,
  type OperatorResult,
  type OperatorRoute,
  operatorApi,
} from '../../protocol/operators.js'
import { readDrills } from '../backup/drills.js'
import { UnknownKeyError } from '../crypto/seal.js'
import type { Custody } from '../custody.js'
import { CallError } from '../errors/callError.js'
import { listStopped } from '../freezes/signingSwitch.js'
import { approveProposal, listProposals, rejectProposal, runAction } from './act.js'
import { authenticate, OperatorError } from './operator.js'
import { viewDevices, viewEvents, viewUser } from './view.js'

type Asked = { readonly operator: string; readonly approvals: readonly OperatorAction[] }
type Handlers = {
  readonly [route in OperatorRoute]: (
    custody: Custody,
    params: OperatorParams<route>,
    asked: Asked,
  ) => Promise<OperatorResult<route>>
}

const handlers: Handlers = {
  'GET /v1/me': async (_, __, { operator, approvals }) => ({ operator, approvals: [...approvals] }),
  'GET /v1/health': async (custody) => ({ ok: true, ...(await readDrills(custody.database)) }),
  'GET /v1/user': (custody, params, { operator }) => viewUser(custody, { ...params, operator }),
  'GET /v1/devices': (custody, params, { operator }) => viewDevices(custody, { ...params, operator }),
  'GET /v1/events': (custody, params, { operator }) => viewEvents(custody, { ...params, operator }),
  'GET /v1/signing': async (custody) => ({ stopped: [...(await listStopped(custody, custody.database))] }),
  'POST /v1/act': (custody, params, asked) => runAction(custody, params, asked),
  'GET /v1/proposals': (custody) => listProposals(custody),
  'POST /v1/approve': (custody, params, { operator }) => approveProposal(custody, { ...params, operator }),
  'POST /v1/reject': (custody, params, { operator }) => rejectProposal(custody, { ...params, operator }),
}

const statuses: Readonly<Record<OperatorErrorCode, number>> = {
  UNAUTHENTICATED: 401,
  NOT_FOUND: 404,
  INVALID_PARAMS: 400,
  NO_USER: 404,
  NO_DEVICE: 404,
  NO_PROJECT: 404,
  NO_PROPOSAL: 404,
  AMBIGUOUS: 409,
  OWN_PROPOSAL: 403,
  UNAVAILABLE: 503,
  INTERNAL: 500,
}

/** Bytes. */
const limit = 16_384

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
  const operator = await authenticate(custody, token)
  const { pathname, searchParams } = new URL(request.url ?? '/', 'http://operators')
  const route = `${request.method} ${pathname}`
  if (route === 'GET /v1/schema') return { status: 200, body: describeApi() }
  if (!Object.hasOwn(operatorApi, route))
    throw new OperatorError(`There is nothing at ${route}.`, { code: 'NOT_FOUND' })
  const name = route as OperatorRoute
  const sent = request.method === 'GET' ? Object.fromEntries(searchParams) : await readJsonBody(request)
  const params = operatorApi[name].params.safeParse(sent)
  if (!params.success)
    throw new OperatorError(`Invalid request: ${describe(params.error)}.`, { code: 'INVALID_PARAMS' })
  const handle = handlers[name] as (custody: Custody, params: unknown, asked: Asked) => Promise<object>
  const body = await handle(custody, params.data, { operator, approvals })
  return { status: 'status' in body && body.status === 'proposed' ? 202 : 200, body }
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
