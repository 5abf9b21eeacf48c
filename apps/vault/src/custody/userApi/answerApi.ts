import { isDatabaseUnavailable, type Queryable } from '@latchkey/server-kit/database'
import { toNetwork } from '@latchkey/server-kit/http'
import { z } from 'zod'
import type { ApiScope, EventView, OperatorAction } from '../../protocol/operators.js'
import type { ApiReply, ApiRequest, CreatedUser, CreatedUsers } from '../../protocol/userApi.js'
import { toSmartAccount } from '../../signing/smart/smartAccount.js'
import { type ApiCaller, findApiKey, readKeyId } from '../apiKeys/apiKeys.js'
import { UnknownKeyError } from '../crypto/seal.js'
import type { Custody } from '../custody.js'
import { CallError } from '../errors/callError.js'
import { blockSigning } from '../freezes/signingSwitch.js'
import { findTarget, performAction } from '../operators/act.js'
import { isFrozenByKey } from '../operators/auditEvents.js'
import { type Actor, apiName, OperatorError } from '../operators/operator.js'
import { reasonSchema } from '../operators/operatorSchemas.js'
import type { Wanted } from '../operators/projectActions.js'
import { toUserItem, viewDevices, viewUser, viewUsers } from '../operators/view.js'
import { viewAudit } from '../operators/viewAudit.js'
import { isProblem, type NewUser, type Problem, parseNewUser, type UserFields } from '../pregeneration/newUser.js'
import {
  batchSize,
  checkUsers,
  type Pregenerated,
  type Pregeneration,
  pregenerateUsers,
} from '../pregeneration/pregenerate.js'
import { findUserRow, type UserRow } from '../users/user.js'

/**
 * Calls per minute, in each custody process: of one key, and with wrong keys from one source. And users of a project that were created within
 * an hour and haven't logged in, whatever the process.
 */
const limits = { perKey: 600, wrongPerSource: 30, createdPerHour: 10_000 } as const

const minute = 60_000

/** An error for app backends. */
class ApiError extends Error {
  override readonly name = 'ApiError'
  readonly status: number
  readonly code: string
  constructor(message: string, { status, code, ...options }: ErrorOptions & { status: number; code: string }) {
    super(message, options)
    this.status = status
    this.code = code
  }
}

const user = z.string().regex(/^[0-9a-f]{32}$/)
const limit = z.coerce.number().int().min(1).max(200).default(50)
const reason = z.strictObject({ reason: reasonSchema })
const nothing = z.strictObject({})

type Context = { readonly custody: Custody; readonly caller: ApiCaller; readonly actor: Actor }
type Route = {
  /** All of them are required. */
  readonly scopes: readonly ApiScope[]
  readonly method: 'GET' | 'POST'
  readonly path: RegExp
  /** `ids` are those of the path, `params` the query or the body. */
  readonly answer: (context: Context, ids: readonly string[], params: unknown) => Promise<unknown>
}

function toRoute<schema extends z.ZodType>(
  scopes: ApiScope | readonly ApiScope[],
  name: `${'GET' | 'POST'} /${string}`,
  schema: schema,
  answer: (context: Context, ids: readonly string[], params: z.output<schema>) => Promise<unknown>,
): Route {
  const [method = '', path = ''] = name.split(' ')
  return {
    scopes: [scopes].flat(),
    method: method as Route['method'],
    path: new RegExp(`^${path.replaceAll('{id}', '([0-9a-f]{32})')}$`),
    answer: (context, ids, params) => {
      const { success, data, error } = schema.safeParse(params)
      if (success) return answer(context, ids, data)
      const [issue] = error.issues
      const message = [issue?.path.join('.'), issue?.message].filter(Boolean).join(': ')
      throw new ApiError(`Invalid request: ${message}.`, { status: 400, code: 'INVALID_PARAMS' })
    },
  }
}

/** Scopes for creating users, which includes reading them: the response shows who has a wallet already. */
const creates = ['users:create', 'users:read'] as const

const userSchema = z.strictObject({
  email: z.string().max(320).optional(),
  provider: z.string().max(64).optional(),
  subject: z.string().max(255).optional(),
  externalId: z.string().max(128).optional(),
  joinedAt: z.number().int().optional(),
})

const batchSchema = z.strictObject({
  // each is parsed alone: an invalid one doesn't affect the others
  users: z.array(z.unknown()).min(1).max(batchSize),
  dryRun: z.boolean().default(false),
})

/** All that an API key can do. Nothing here opens a wallet, and nothing may. */
const routes: readonly Route[] = [
  toRoute(
    'users:read',
    'GET /users',
    z.strictObject({
      search: z.string().min(1).max(320).optional(),
      externalId: z.string().min(1).max(128).optional(),
      before: z
        .string()
        .regex(/^\d{1,16}\.[0-9a-f]{32}$/)
        .optional(),
      limit,
    }),
    ({ custody, caller, actor }, _, params) => viewUsers(custody, { ...params, project: caller.project, actor }),
  ),
  toRoute(creates, 'POST /users', userSchema, createOne),
  toRoute(creates, 'POST /users/batch', batchSchema, createMany),
  toRoute('users:read', 'GET /users/{id}', nothing, async ({ custody, caller, actor }, [id = '']) =>
    viewUser(custody, { user: await toOwn(custody, caller, id), actor }),
  ),
  toRoute('users:read', 'GET /users/{id}/devices', nothing, async ({ custody, caller, actor }, [id = '']) =>
    viewDevices(custody, { user: await toOwn(custody, caller, id), actor }),
  ),
  toRoute('users:freeze', 'POST /users/{id}/freeze', reason, (context, [id = ''], params) =>
    change(context, { action: 'user.freeze', user: id }, params),
  ),
  toRoute('users:freeze', 'POST /users/{id}/unfreeze', reason, (context, [id = ''], params) =>
    change(context, { action: 'user.unfreeze', user: id }, params),
  ),
  toRoute('sessions:revoke', 'POST /users/{id}/sessions/revoke', reason, (context, [id = ''], params) =>
    change(context, { action: 'devices.revoke', user: id }, params),
  ),
  toRoute(
    'sessions:revoke',
    'POST /users/{id}/devices/{id}/revoke',
    reason,
    (context, [id = '', device = ''], params) => change(context, { action: 'device.revoke', user: id, device }, params),
  ),
  toRoute(
    'events:read',
    'GET /events',
    z.strictObject({
      user: user.optional(),
      event: z.string().min(1).max(64).optional(),
      before: z.coerce.number().int().positive().optional(),
      limit,
    }),
    async ({ custody, caller, actor }, _, params) => {
      if (params.user !== undefined) await toOwn(custody, caller, params.user)
      const { events, next } = await viewAudit(custody, { ...params, project: caller.project, actor })
      return { events: events.filter(isOfUser).map(toPublicEvent), ...(next !== undefined && { next }) }
    },
  ),
]

/** Work of operators and of other keys isn't the app's. */
function isOfUser({ event, entry }: EventView): boolean {
  return entry['user'] !== undefined && !/^(?:proposal|audit)\.|\.viewed$/.test(event)
}

/** Public fields of an event: names of operators and their reasons are left out. */
const publicFields: readonly string[] = [
  ...['user', 'device', 'devices', 'by', 'provider', 'request', 'method', 'chain', 'origin', 'until', 'wallet'],
  ...['permission', 'version'],
]

function toPublicEvent({ seq, at, event, entry }: EventView): EventView {
  const fields = Object.entries(entry).filter(([name]) => publicFields.includes(name))
  return { seq, at, event, entry: Object.fromEntries(fields) }
}

async function createOne(context: Context, _: readonly string[], fields: UserFields): Promise<CreatedUser> {
  const user = parseNewUser(fields, context.custody.now())
  const [done] = isProblem(user)
    ? [{ status: 'invalid' as const, ...user }]
    : await pregenerateUsers(context.custody, toPregeneration(context, [user]))
  if (done && (done.status === 'created' || done.status === 'existing')) return toCreated(done)
  const { code = 'INVALID_PARAMS', message = '' } = done?.status === 'invalid' ? done : {}
  throw new ApiError(message, { status: inUse.includes(code) ? 409 : 400, code })
}

/** Errors for values that another user has, or may get. */
const inUse: readonly string[] = ['ADDRESS_IN_USE', 'EXTERNAL_ID_TAKEN', 'OTHER_EXTERNAL_ID']

async function createMany(
  context: Context,
  _: readonly string[],
  { users: list, dryRun }: z.output<typeof batchSchema>,
): Promise<CreatedUsers> {
  const { custody } = context
  const parsed = list.map((one): NewUser | Problem => {
    const { success, data, error } = userSchema.safeParse(one)
    if (success) return parseNewUser(data, custody.now())
    const [issue] = error.issues
    const name = issue?.path.join('.') || undefined
    return { code: 'INVALID_PARAMS', message: [name, issue?.message].filter(Boolean).join(': ') }
  })
  const users = parsed.filter((one): one is NewUser => !isProblem(one))
  const done = await (dryRun ? checkUsers : pregenerateUsers)(custody, toPregeneration(context, users))
  const results = new Map(users.map((user, index) => [user, done[index]]))
  const replies = parsed.map((one): CreatedUsers['users'][number] => {
    const result = isProblem(one) ? { status: 'invalid' as const, ...one } : results.get(one)
    if (!result || result.status === 'free') return { status: 'free' }
    if (result.status !== 'invalid') return toCreated(result)
    return { status: 'invalid', code: result.code, message: result.message }
  })
  const count = (status: string): number => replies.filter((one) => one.status === status).length
  return { created: count('created'), existing: count('existing'), invalid: count('invalid'), users: replies }
}

function toPregeneration({ caller, actor }: Context, users: readonly NewUser[]): Pregeneration {
  return { project: caller.project, users, entry: { ...actor }, maxPerHour: limits.createdPerHour }
}

function toCreated({
  status,
  user: row,
  wallet,
  accounts,
}: Extract<Pregenerated, { readonly status: 'created' | 'existing' }>): CreatedUser {
  const { address: smartAccount } = toSmartAccount(accounts)
  return { status, user: { ...toUserItem(row, wallet), smartAccount } }
}

/** Returns the id of a user of the key's own project. Any other doesn't exist. */
async function toOwn(custody: Custody, caller: ApiCaller, id: string): Promise<string> {
  return (await getOwn(custody, caller, id)).id
}

async function getOwn(custody: Custody, { project }: ApiCaller, id: string): Promise<UserRow> {
  const row = await findUserRow(custody, custody.database, id)
  if (row?.project === project) return row
  throw new OperatorError('There is no such user.', { code: 'NO_USER' })
}

async function change(
  { custody, caller, actor }: Context,
  wanted: Extract<Wanted, { readonly user: string }>,
  { reason: why }: z.output<typeof reason>,
): Promise<unknown> {
  if (custody.approvals.includes(wanted.action as OperatorAction))
    throw new ApiError('This needs a second operator: do it in the operator console.', {
      status: 403,
      code: 'APPROVAL_REQUIRED',
    })
  await toOwn(custody, caller, wanted.user)
  const { status: _, ...done } = await custody.database.inTransaction(async (client) => {
    if (wanted.action === 'user.unfreeze') await assertFreezeOfKey(custody, client, wanted.user)
    return performAction(custody, client, { wanted, entry: { ...actor, reason: why } })
  })
  return done
}

/** Throws `FROZEN_BY_OPERATOR`. Until the transaction ends, no operator can freeze the user. */
async function assertFreezeOfKey(custody: Custody, client: Queryable, user: string): Promise<void> {
  // in the order in which the action takes its locks
  await blockSigning(client)
  const { frozen_at } = await findTarget(custody, client, user)
  if (frozen_at === null) return
  if (await isFrozenByKey(custody, client, user)) return
  throw new ApiError('An operator has frozen this user, and only an operator ends that.', {
    status: 403,
    code: 'FROZEN_BY_OPERATOR',
  })
}

/** Answers a call of the user API. Never rejects. */
export async function answerApi(custody: Custody, request: ApiRequest): Promise<ApiReply> {
  try {
    return { status: 200, body: await answer(custody, request) }
  } catch (cause) {
    const { status, code, message, retryAfter } = toFault(custody, cause)
    return { status, body: { error: { code, message } }, ...(retryAfter !== undefined && { retryAfter }) }
  }
}

async function answer(
  custody: Custody,
  { method, path, query, body, authorization, ip }: ApiRequest,
): Promise<unknown> {
  const network = toNetwork(ip)
  custody.calls.admitSource(network)
  const text = /^Bearer (\S{1,128})$/.exec(authorization ?? '')?.[1] ?? ''
  const until = custody.now() + minute
  const caller =
    custody.apiCounts.getCount(`wrong api key ${network}`) < limits.wrongPerSource
      ? await findApiKey(custody, text)
      : undefined
  if (!caller) {
    if (!custody.apiCounts.take(`wrong api key ${network}`, { max: limits.wrongPerSource, until })) throw toTooMany()
    throw new ApiError('This needs an API key: Authorization: Bearer lk_…', { status: 401, code: 'UNAUTHENTICATED' })
  }
  if (!custody.apiCounts.take(`api key ${caller.key}`, { max: limits.perKey, until })) throw toTooMany()
  const found = routes.filter((one) => one.path.test(path))
  const route = found.find((one) => one.method === method)
  if (!route) {
    if (found.length === 0) throw new ApiError(`There is nothing at ${path}.`, { status: 404, code: 'NOT_FOUND' })
    throw new ApiError(`${method} is not for ${path}.`, { status: 405, code: 'METHOD_NOT_ALLOWED' })
  }
  const missing = route.scopes.find((scope) => !caller.scopes.includes(scope))
  if (missing) throw new ApiError(`This key has no scope ${missing}.`, { status: 403, code: 'MISSING_SCOPE' })
  const [, ...ids] = route.path.exec(path) ?? []
  const params = method === 'GET' ? Object.fromEntries(new URLSearchParams(query)) : readBody(body)
  return route.answer({ custody, caller, actor: { operator: `lk_${readKeyId(text)}`, via: apiName } }, ids, params)
}

function readBody(body: string): unknown {
  try {
    return JSON.parse(body)
  } catch (cause) {
    throw new ApiError('The body is not JSON.', { status: 400, code: 'INVALID_PARAMS', cause })
  }
}

function toTooMany(): CallError {
  return new CallError('Too many requests. Try again in a minute.', { code: 'TOO_MANY', retryAfter: 60 })
}

const statuses: Readonly<Record<string, number>> = { NO_USER: 404, NO_DEVICE: 404, INVALID_PARAMS: 400 }

type Fault = {
  readonly status: number
  readonly code: string
  readonly message: string
  readonly retryAfter?: number | undefined
}

function toFault({ warn }: Pick<Custody, 'warn'>, cause: unknown): Fault {
  if (cause instanceof ApiError) return cause
  if (cause instanceof OperatorError && statuses[cause.code] !== undefined)
    return { status: statuses[cause.code] ?? 400, code: cause.code, message: cause.message }
  if (cause instanceof CallError && cause.code === 'TOO_MANY')
    return { status: 429, code: 'TOO_MANY', message: cause.message, retryAfter: cause.retryAfter }
  if (
    isDatabaseUnavailable(cause) ||
    cause instanceof UnknownKeyError ||
    (cause instanceof CallError && cause.code === 'UNAVAILABLE')
  )
    return {
      status: 503,
      code: 'UNAVAILABLE',
      message: 'The vault can’t be reached right now. Try again.',
      retryAfter: 5,
    }
  warn(cause)
  return { status: 500, code: 'INTERNAL', message: 'Something broke in the vault.' }
}
