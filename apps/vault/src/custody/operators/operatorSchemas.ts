import { z } from 'zod'
import { projectIdSchema, projectSchema } from '../../projects/parseProjects.js'
import type {
  ApiScope,
  OperatorAction,
  OperatorParams,
  OperatorResult,
  OperatorRoute,
  ProjectSettings,
  WebhookEvent,
} from '../../protocol/operators.js'

const id = z.string().regex(/^[0-9a-f]{32}$/)
const project = z.string().min(1).max(64)
const time = z.number().int()
const count = z.number().int().nonnegative()
/** Stored in the audit log permanently. */
export const reasonSchema: z.ZodType<string> = z
  .string()
  .trim()
  .min(3)
  .max(500)
  .refine((text) => !/\S@\S/.test(text), 'must not have an email address in it: it stays in the audit log')
const reason = reasonSchema
const nothing = z.strictObject({})

/** Checked like `projects.json`, and kept as it was written. */
const settings = z
  .record(z.string(), z.unknown())
  .superRefine((value, context) => {
    const { error } = projectSchema.safeParse(value)
    for (const { path, message } of error?.issues ?? []) context.addIssue({ code: 'custom', path, message })
  })
  .describe('A project as in projects.json') as unknown as z.ZodType<ProjectSettings>
const revision = z.number().int().nonnegative()

const webhookEvents: readonly WebhookEvent[] = [
  ...(['user.created', 'user.login', 'user.frozen', 'user.unfrozen'] as const),
  ...(['device.added', 'device.revoked', 'email.changed', 'login.added', 'login.removed'] as const),
  ...(['recovery.started', 'recovery.canceled', 'recovery.finished'] as const),
  ...(['wallet.exported', 'transfer.held', 'transfer.canceled', 'limit.reached'] as const),
  ...(['signing.stopped', 'signing.started'] as const),
]
const apiScopes: readonly ApiScope[] = [
  ...(['users:read', 'users:create', 'users:freeze', 'sessions:revoke', 'events:read'] as const),
]

const events = z
  .array(z.enum(webhookEvents))
  .min(1)
  .refine((list) => new Set(list).size === list.length, 'must name each event once')
const scopes = z
  .array(z.enum(apiScopes))
  .min(1)
  .refine((list) => new Set(list).size === list.length, 'must name each scope once')

const act = z.discriminatedUnion('action', [
  z.strictObject({ action: z.enum(['user.freeze', 'user.unfreeze', 'devices.revoke']), user: id, reason }),
  z.strictObject({ action: z.literal('device.revoke'), user: id, device: id, reason }),
  z.strictObject({ action: z.enum(['signing.stop', 'signing.start']), project: project.optional(), reason }),
  z.strictObject({ action: z.enum(['sessions.revoke', 'keys.rotate']), reason }),
  z.strictObject({ action: z.literal('project.save'), project: projectIdSchema, settings, revision, reason }),
  z.strictObject({ action: z.literal('project.delete'), project: projectIdSchema, revision, reason }),
  z.strictObject({
    action: z.literal('webhook.save'),
    project,
    webhook: id.optional(),
    url: z.string().min(1).max(2_048),
    events,
    isEnabled: z.boolean(),
    reason,
  }),
  z.strictObject({ action: z.enum(['webhook.rotate', 'webhook.delete']), webhook: id, reason }),
  z.strictObject({ action: z.literal('webhook.redeliver'), delivery: id, reason }),
  z.strictObject({
    action: z.literal('apiKey.create'),
    project,
    name: z
      .string()
      .trim()
      .min(1)
      .max(64)
      .refine((text) => !/\S@\S/.test(text), 'must not have an email address in it: it stays in the audit log'),
    scopes,
    reason,
  }),
  z.strictObject({ action: z.literal('apiKey.revoke'), key: z.string().min(1).max(64), reason }),
])
const proposal = z.strictObject({
  id,
  act,
  operator: z.string(),
  via: z.string().optional(),
  createdAt: time,
  expiresAt: time,
})
const done = z.strictObject({
  status: z.literal('done'),
  changed: z.boolean(),
  sessions: count.optional(),
  devices: count.optional(),
  revision: revision.optional(),
  id: z.string().optional(),
  secret: z.string().optional(),
})
const decision = z.strictObject({ id, reason })
const item = z.strictObject({
  id,
  project,
  createdAt: time,
  accounts: z.array(z.strictObject({ namespace: z.enum(['eip155', 'solana']), address: z.string() })),
  frozenAt: time.optional(),
  unclaimedSince: time.optional(),
  externalId: z.string().optional(),
  joinedAt: time.optional(),
})
const user = item.extend({
  smartAccount: z.string(),
  hasMailbox: z.boolean(),
  logins: z.array(z.string()),
  isSealed: z.boolean(),
  frozenBy: z.enum(['operator', 'key']).optional(),
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
const projectView = z.strictObject({
  id: z.string(),
  settings,
  source: z.enum(['file', 'database']),
  revision,
  updatedAt: time.optional(),
  updatedBy: z.string().optional(),
})
const webhook = z.strictObject({
  id,
  project,
  url: z.string(),
  events: z.array(z.enum(webhookEvents)),
  state: z.enum(['enabled', 'disabled', 'failed']),
  createdAt: time,
  previousSecretUntil: time.optional(),
  pending: count,
  deliveries: z.array(
    z.strictObject({
      id,
      event: z.enum(webhookEvents),
      state: z.enum(['pending', 'delivered', 'failed']),
      attempts: count,
      createdAt: time,
      nextAt: time.optional(),
      result: z.string().optional(),
    }),
  ),
})
const apiKey = z.strictObject({
  id: z.string(),
  project,
  name: z.string(),
  scopes: z.array(z.enum(apiScopes)),
  createdAt: time,
  createdBy: z.string(),
  usedAt: time.optional(),
})
const rotation = z.strictObject({
  state: z.enum(['running', 'done', 'failed']),
  startedAt: time,
  endedAt: time.optional(),
  rows: count,
  error: z.string().optional(),
})
const work = { lastSuccess: time.optional(), lastFailure: time.optional() }
const day = z.iso.date()
/** Milliseconds. */
const maxUsage = 400 * 86_400_000
const limit = z.coerce.number().int().min(1).max(200).default(50)
const before = z.coerce.number().int().positive().optional()
const name = z.string().min(1).max(128)

type Schemas = {
  readonly [route in OperatorRoute]: {
    readonly params: z.ZodType<OperatorParams<route>>
    readonly result: z.ZodType<OperatorResult<route>>
  }
}

export const operatorApi: Schemas = {
  'GET /v1/me': {
    params: nothing,
    result: z.strictObject({ operator: z.string(), via: z.string().optional(), approvals: z.array(z.string()) }),
  },
  'GET /v1/health': {
    params: nothing,
    result: z.strictObject({
      ok: z.boolean(),
      lastGoodDrill: time.optional(),
      lastFailedDrill: time.optional(),
      database: z.strictObject({ ok: z.boolean(), milliseconds: z.number() }),
      keys: z.strictObject({ ok: z.boolean() }),
      email: z.strictObject({ ...work, queue: count }),
      webhooks: z.strictObject({ queue: count }),
      providers: z.array(z.strictObject({ name: z.string(), ...work })),
      networks: z.array(z.strictObject({ chain: z.string(), ...work })),
    }),
  },
  'GET /v1/user': {
    params: z.strictObject({ user: z.string().min(1).max(320), project: project.optional() }),
    result: user,
  },
  'GET /v1/users': {
    params: z.strictObject({
      search: z.string().min(1).max(320).optional(),
      externalId: z.string().min(1).max(128).optional(),
      project: project.optional(),
      before: z
        .string()
        .regex(/^\d{1,16}\.[0-9a-f]{32}$/)
        .optional(),
      limit,
    }),
    result: z.strictObject({ users: z.array(item), next: z.string().optional() }),
  },
  'GET /v1/devices': {
    params: z.strictObject({ user: id }),
    result: z.strictObject({ devices: z.array(device) }),
  },
  'GET /v1/events': {
    params: z.strictObject({ user: id, before, limit }),
    result: z.strictObject({ events: z.array(event) }),
  },
  'GET /v1/audit': {
    params: z.strictObject({
      event: name.optional(),
      user: id.optional(),
      operator: name.optional(),
      project: project.optional(),
      before,
      limit,
    }),
    result: z.strictObject({ events: z.array(event), next: time.optional() }),
  },
  'GET /v1/audit-check': {
    params: z.strictObject({
      from: z
        .string()
        .regex(/^[1-9]\d{0,15}\.[0-9a-f]{64}$/)
        .optional(),
    }),
    result: z.strictObject({
      isIntact: z.boolean(),
      isComplete: z.boolean(),
      entries: count,
      total: count,
      head: z.string().optional(),
      next: z.string().optional(),
    }),
  },
  'GET /v1/signing': { params: nothing, result: z.strictObject({ stopped: z.array(z.string()) }) },
  'GET /v1/projects': { params: nothing, result: z.strictObject({ projects: z.array(projectView) }) },
  'GET /v1/webhooks': {
    params: z.strictObject({ project: project.optional() }),
    result: z.strictObject({ webhooks: z.array(webhook) }),
  },
  'GET /v1/api-keys': {
    params: z.strictObject({ project: project.optional() }),
    result: z.strictObject({ keys: z.array(apiKey) }),
  },
  'GET /v1/keys': {
    params: nothing,
    result: z.strictObject({
      backend: z.enum(['file', 'program']),
      isReachable: z.boolean(),
      keys: z.array(z.strictObject({ id: z.string(), isActive: z.boolean(), wallets: count })),
      rotation: rotation.optional(),
    }),
  },
  'GET /v1/usage': {
    params: z
      .strictObject({ project: project.optional(), from: day, to: day })
      .refine(
        ({ from, to }) => Date.parse(from) <= Date.parse(to) && Date.parse(to) - Date.parse(from) <= maxUsage,
        'from and to must be at most 400 days apart',
      ),
    result: z.strictObject({
      days: z.array(
        z.strictObject({
          day: z.string(),
          signUps: count,
          logins: count,
          signatures: count,
          emails: count,
          refusals: count,
        }),
      ),
    }),
  },
  'POST /v1/act': {
    params: act,
    result: z.discriminatedUnion('status', [done, z.strictObject({ status: z.literal('proposed'), proposal })]),
  },
  'GET /v1/proposals': { params: nothing, result: z.strictObject({ proposals: z.array(proposal) }) },
  'POST /v1/approve': { params: decision, result: done },
  'POST /v1/reject': { params: decision, result: nothing },
}

const actions: readonly OperatorAction[] = act.options.flatMap((option) => {
  const { action } = option.shape
  return 'options' in action ? action.options : [action.value]
})

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
