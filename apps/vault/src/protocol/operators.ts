import { z } from 'zod'

// The complete HTTP API for operators: what an operator console sends, and what it gets. Custody parses with these schemas, and publishes
// them as JSON Schema at `GET /v1/schema`. Times are milliseconds since the epoch.

/** Operator actions. Each needs a reason, and some the approval of a second operator. */
export type OperatorAct =
  | { readonly action: 'user.freeze' | 'user.unfreeze'; readonly user: string; readonly reason: string }
  | { readonly action: 'device.revoke'; readonly user: string; readonly device: string; readonly reason: string }
  /** All devices of a user. */
  | { readonly action: 'devices.revoke'; readonly user: string; readonly reason: string }
  /** Of all projects if none is named. */
  | {
      readonly action: 'signing.stop' | 'signing.start'
      readonly project?: string | undefined
      readonly reason: string
    }
  /** Everybody, on every device. */
  | { readonly action: 'sessions.revoke'; readonly reason: string }
export type OperatorAction = OperatorAct['action']

export type Proposal = {
  readonly id: string
  readonly act: OperatorAct
  /** Who proposed it; another operator has to approve. */
  readonly operator: string
  readonly createdAt: number
  readonly expiresAt: number
}
export type ActDone = {
  readonly status: 'done'
  /** False if nothing changed. */
  readonly changed: boolean
  /** How many ended, if applicable. */
  readonly sessions?: number | undefined
  readonly devices?: number | undefined
}
export type ActOutcome = ActDone | { readonly status: 'proposed'; readonly proposal: Proposal }

/** Without the email address. */
export type UserView = {
  readonly id: string
  readonly project: string
  readonly createdAt: number
  readonly accounts: readonly { readonly namespace: 'eip155' | 'solana'; readonly address: string }[]
  readonly smartAccount: string
  readonly hasMailbox: boolean
  readonly logins: readonly string[]
  readonly isSealed: boolean
  readonly frozenAt?: number | undefined
}
export type DeviceView = {
  readonly id: string
  readonly origin: string
  readonly browser?: string | undefined
  readonly place?: string | undefined
  readonly since: number
  readonly seenAt: number
  readonly isLoggedIn: boolean
}
export type EventView = {
  readonly seq: number
  readonly at: number
  readonly event: string
  readonly entry: Readonly<Record<string, string | number>>
}
type Nothing = Readonly<Record<string, never>>
type Decision = { readonly id: string; readonly reason: string }

/** By method and path. `GET` has its parameters in the query, `POST` in a JSON body. */
export type OperatorCalls = {
  'GET /v1/me': { params: Nothing; result: { readonly operator: string; readonly approvals: readonly string[] } }
  /** When a backup was last restored and opened, and when that last failed; absent if never. */
  'GET /v1/health': {
    params: Nothing
    result: {
      readonly ok: boolean
      readonly lastGoodDrill?: number | undefined
      readonly lastFailedDrill?: number | undefined
    }
  }
  /** By id, email address, or account address; if an email address is used in several projects, name the project. */
  'GET /v1/user': { params: { readonly user: string; readonly project?: string | undefined }; result: UserView }
  'GET /v1/devices': { params: { readonly user: string }; result: { readonly devices: readonly DeviceView[] } }
  /** Newest first, each verified against the log's hash chain; older ones with `before`, a `seq`. */
  'GET /v1/events': {
    params: { readonly user: string; readonly before?: number | undefined; readonly limit: number }
    result: { readonly events: readonly EventView[] }
  }
  /** The projects for which signing is stopped; `*` stands for all. */
  'GET /v1/signing': { params: Nothing; result: { readonly stopped: readonly string[] } }
  'POST /v1/act': { params: OperatorAct; result: ActOutcome }
  'GET /v1/proposals': { params: Nothing; result: { readonly proposals: readonly Proposal[] } }
  'POST /v1/approve': { params: Decision; result: ActDone }
  'POST /v1/reject': { params: Decision; result: Nothing }
}
export type OperatorRoute = keyof OperatorCalls
export type OperatorParams<route extends OperatorRoute> = OperatorCalls[route]['params']
export type OperatorResult<route extends OperatorRoute> = OperatorCalls[route]['result']

const id = z.string().regex(/^[0-9a-f]{32}$/)
const project = z.string().min(1).max(64)
const time = z.number().int()
/** Stored in the audit log permanently. */
const reason = z
  .string()
  .trim()
  .min(3)
  .max(500)
  .refine((text) => !/\S@\S/.test(text), 'must not have an email address in it: it stays in the audit log')
const nothing = z.strictObject({})

const act = z.discriminatedUnion('action', [
  z.strictObject({ action: z.enum(['user.freeze', 'user.unfreeze', 'devices.revoke']), user: id, reason }),
  z.strictObject({ action: z.literal('device.revoke'), user: id, device: id, reason }),
  z.strictObject({ action: z.enum(['signing.stop', 'signing.start']), project: project.optional(), reason }),
  z.strictObject({ action: z.literal('sessions.revoke'), reason }),
])
const proposal = z.strictObject({ id, act, operator: z.string(), createdAt: time, expiresAt: time })
const done = z.strictObject({
  status: z.literal('done'),
  changed: z.boolean(),
  sessions: z.number().int().optional(),
  devices: z.number().int().optional(),
})
const decision = z.strictObject({ id, reason })
const user = z.strictObject({
  id,
  project,
  createdAt: time,
  accounts: z.array(z.strictObject({ namespace: z.enum(['eip155', 'solana']), address: z.string() })),
  smartAccount: z.string(),
  hasMailbox: z.boolean(),
  logins: z.array(z.string()),
  isSealed: z.boolean(),
  frozenAt: time.optional(),
})
const device = z.strictObject({
  id,
  origin: z.string(),
  browser: z.string().optional(),
  place: z.string().optional(),
  since: time,
  seenAt: time,
  isLoggedIn: z.boolean(),
})
const event = z.strictObject({
  seq: z.number().int(),
  at: time,
  event: z.string(),
  entry: z.record(z.string(), z.union([z.string(), z.number()])),
})

type Schemas = {
  readonly [route in OperatorRoute]: {
    readonly params: z.ZodType<OperatorParams<route>>
    readonly result: z.ZodType<OperatorResult<route>>
  }
}

export const operatorApi: Schemas = {
  'GET /v1/me': { params: nothing, result: z.strictObject({ operator: z.string(), approvals: z.array(z.string()) }) },
  'GET /v1/health': {
    params: nothing,
    result: z.strictObject({ ok: z.boolean(), lastGoodDrill: time.optional(), lastFailedDrill: time.optional() }),
  },
  'GET /v1/user': {
    params: z.strictObject({ user: z.string().min(1).max(320), project: project.optional() }),
    result: user,
  },
  'GET /v1/devices': {
    params: z.strictObject({ user: id }),
    result: z.strictObject({ devices: z.array(device) }),
  },
  'GET /v1/events': {
    params: z.strictObject({
      user: id,
      before: z.coerce.number().int().positive().optional(),
      limit: z.coerce.number().int().min(1).max(200).default(50),
    }),
    result: z.strictObject({ events: z.array(event) }),
  },
  'GET /v1/signing': { params: nothing, result: z.strictObject({ stopped: z.array(z.string()) }) },
  'POST /v1/act': {
    params: act,
    result: z.discriminatedUnion('status', [done, z.strictObject({ status: z.literal('proposed'), proposal })]),
  },
  'GET /v1/proposals': { params: nothing, result: z.strictObject({ proposals: z.array(proposal) }) },
  'POST /v1/approve': { params: decision, result: done },
  'POST /v1/reject': { params: decision, result: nothing },
}

const actions = [
  ...(['user.freeze', 'user.unfreeze', 'device.revoke', 'devices.revoke'] as const),
  ...(['signing.stop', 'signing.start', 'sessions.revoke'] as const),
] satisfies readonly OperatorAction[]

/** Parses a list of actions as in `OPERATOR_APPROVALS`. Throws for an unknown one. */
export function parseActions(text: string): readonly OperatorAction[] {
  const parts = text.split(',').map((part) => part.trim())
  return parts
    .filter((part) => part !== '')
    .map((part) => {
      const action = actions.find((one) => one === part)
      if (!action) throw new Error(`OPERATOR_APPROVALS has no action ${part}. Supported: ${actions.join(', ')}.`)
      return action
    })
}

/**
 * - `UNAUTHENTICATED` no operator's token; `NOT_FOUND` no such path; `INVALID_PARAMS` the message says which
 * - `NO_USER`, `NO_DEVICE`, `NO_PROJECT`, `NO_PROPOSAL` there is none; also for a proposal that was decided or has expired
 * - `AMBIGUOUS` several projects have this email address; `OWN_PROPOSAL` another operator has to approve it
 * - `UNAVAILABLE` the database doesn't answer, try again; `INTERNAL`
 */
export type OperatorErrorCode =
  | 'UNAUTHENTICATED'
  | 'NOT_FOUND'
  | 'INVALID_PARAMS'
  | 'NO_USER'
  | 'NO_DEVICE'
  | 'NO_PROJECT'
  | 'NO_PROPOSAL'
  | 'AMBIGUOUS'
  | 'OWN_PROPOSAL'
  | 'UNAVAILABLE'
  | 'INTERNAL'
