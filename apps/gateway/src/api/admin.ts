import { z } from 'zod'
import { type DeepReadonly, defineEndpoint } from './endpoint.js'

// The API for operators, on its own port. It is not part of the public document; `/admin/v1/openapi.json` describes it.

/** Ids that this API can save. Those of PROJECTS_FILE may have other characters, too. */
export const projectId = z
  .string()
  .regex(/^[\w.-]{1,128}$/, 'is not a project id')
  .meta({ examples: ['my-project'] })

const feature = z.object({
  id: z.string().min(1).max(64),
  isEnabled: z.boolean(),
  config: z.array(z.string().max(64)).max(64).default([]),
})

const origin = z.string().regex(/^(https?:\/\/)?[a-zA-Z0-9.*-]+(:(\d{1,5}|\*))?$/, 'is no origin')

/** The settings of a project, in `PROJECTS_FILE` and in the database. */
export const projectSettings = z.strictObject({
  features: z
    .array(feature)
    .max(64)
    .optional()
    .describe("Features that override the page's options. Missing: the page decides"),
  allowedOrigins: z.array(origin).max(1_000).default([]).describe('Origins that may use logins; empty for all'),
  isAnalyticsEnabled: z.boolean().default(false),
  requestsPerMinute: z
    .int()
    .min(0)
    .max(1_000_000_000)
    .optional()
    .describe("The project's own quota; 0 for unlimited. Missing: QUOTA_PER_PROJECT"),
})

/** Milliseconds since the epoch. */
const time = z.int().describe('Milliseconds since the epoch')

const revision = z.int().min(1).describe('Grows with each change, and is never used twice')

const project = z.object({
  id: z.string(),
  source: z.enum(['database', 'file']).describe('On the same id, the database wins'),
  isInFile: z.boolean().describe('Whether PROJECTS_FILE has the id, too: its settings apply again after a deletion'),
  revision: revision.nullable().describe('null for a project of the file'),
  updatedAt: time.nullable(),
  updatedBy: z.string().nullable().describe('Operator'),
  settings: projectSettings,
})

export type AdminProject = DeepReadonly<z.output<typeof project>>

export const listProjects = defineEndpoint({
  method: 'GET',
  path: '/admin/v1/projects',
  summary: 'All projects, of the database and of PROJECTS_FILE, by id',
  response: z.object({ projects: z.array(project) }),
})

export const saveProject = defineEndpoint({
  method: 'PUT',
  path: '/admin/v1/projects/{id}',
  summary: 'Creates or replaces a project; 409 CONFLICT with `current` if it changed since `revision`',
  body: z.strictObject({
    revision: revision.nullable().describe('As it was read; null if the database must not have the project yet'),
    settings: projectSettings,
  }),
  response: project,
})

export const deleteProject = defineEndpoint({
  method: 'DELETE',
  path: '/admin/v1/projects/{id}',
  summary: 'Deletes a project from the database; 409 CONFLICT with `current` if it changed since `revision`',
  query: z.object({ revision: z.coerce.number().pipe(revision) }),
  response: z.object({ project: project.nullable().describe('The one of PROJECTS_FILE that applies now, if any') }),
})

/** Fields of a 409 response besides `error` and `message`. */
export const conflictDetails = z.object({ current: project.nullable().describe('null: deleted') })

const outcome = z.object({ at: time, reason: z.string().describe('Error code, or the message of a node') })
const height = z.int().nullable()

/** Why a node is not used. `UNKNOWN` until it was asked. */
const nodeState = z.enum(['OK', 'UNKNOWN', 'DOWN', 'BEHIND', 'WRONG_CHAIN'])

export const getStatus = defineEndpoint({
  method: 'GET',
  path: '/admin/v1/status',
  summary: 'State of the chains, their nodes, the database, the providers and all gateway processes',
  response: z.object({
    now: time,
    database: z.enum(['ok', 'gone']).nullable().describe('null if none is configured'),
    chains: z.array(
      z.object({
        chain: z.string().describe('CAIP-2'),
        name: z.string(),
        isIndexed: z.boolean(),
        indexed: height,
        head: height,
        lag: height.describe('Blocks to be indexed; negative for indexed blocks that the node lacks'),
        problem: z.enum(['NODE_GONE', 'NODE_BEHIND', 'WRONG_CHAIN', 'FORK_TOO_DEEP']).nullable(),
        nodes: z
          .array(
            z.object({
              host: z.string().describe('Host and port. Paths are left out, since they may be keys'),
              state: nodeState,
              isPreferred: z.boolean().describe('Whether it serves the next request'),
              head: height,
              lastSuccessAt: time.nullable(),
              lastFailure: outcome.nullable(),
              retryAt: time.nullable().describe('When it is tried again'),
            }),
          )
          .describe('In the configured order, as the process that responds sees them'),
      }),
    ),
    providers: z
      .array(
        z.object({
          kind: z.enum(['prices', 'swaps', 'onramp']),
          name: z.string().describe('CAIP-2 for prices and swaps, else the name of the provider'),
          lastSuccessAt: time.nullable(),
          lastFailure: outcome.nullable(),
        }),
      )
      .describe('Of all processes together, within the last heartbeat'),
    processes: z.array(
      z.object({
        id: z.string(),
        host: z.string(),
        pid: z.int(),
        version: z.string(),
        startedAt: time,
        seenAt: time,
        isSelf: z.boolean().describe('The one that responds'),
        isAlive: z.boolean().describe('Whether its heartbeat is recent'),
      }),
    ),
  }),
})

export type GatewayStatus = DeepReadonly<z.output<typeof getStatus.response>>

const limit = z.coerce.number().pipe(z.int().min(1).max(200)).default(50)

const orderStatus = z.enum(['created', 'paid', 'funded', 'failed'])

export const listOrders = defineEndpoint({
  method: 'GET',
  path: '/admin/v1/orders',
  summary: 'On-ramp orders, newest first',
  query: z.object({
    state: orderStatus.optional(),
    project: projectId.optional(),
    before: z
      .string()
      .regex(/^\d{1,16}\.[\w-]{1,64}$/, 'is not a cursor')
      .optional()
      .describe('`next` of the page before'),
    limit,
  }),
  response: z.object({
    orders: z.array(
      z.object({
        id: z.string(),
        provider: z.string(),
        project: z.string().describe('Empty if the page sent none'),
        chain: z.string().describe('CAIP-2'),
        address: z.string().describe('The recipient'),
        symbol: z.string(),
        amount: z.string().describe('Whole units, as a decimal number'),
        payment: z.object({ amount: z.string(), currency: z.string() }),
        state: orderStatus,
        hash: z.string().nullable().describe('Hash of the delivery'),
        createdAt: time,
        updatedAt: time,
      }),
    ),
    next: z.string().nullable(),
  }),
})

export type AdminOrders = DeepReadonly<z.output<typeof listOrders.response>>

const day = z.iso.date().describe('UTC')

/** Groups of routes that are counted together. */
export const usageKinds = [
  'wallets',
  'images',
  'balances',
  'history',
  'swaps',
  'prices',
  'onramp',
  'names',
  'sessions',
  'settings',
  'reports',
  'sign-in',
  'other',
] as const

export const getUsage = defineEndpoint({
  method: 'GET',
  path: '/admin/v1/usage',
  summary: 'Requests per day, project and kind. Monitoring is not counted',
  query: z
    .object({ project: projectId.optional(), from: day, to: day.describe('Inclusive, at most 366 days after `from`') })
    .refine(({ from, to }) => from <= to && Date.parse(to) - Date.parse(from) <= 366 * 86_400_000, {
      path: ['to'],
      message: 'must be 0 to 366 days after `from`',
    }),
  response: z.object({
    rows: z.array(
      z.object({
        day,
        project: z.string().nullable().describe('null: none, or one that has no settings'),
        kind: z.enum(usageKinds),
        requests: z.int().describe('All, also the failed and refused ones'),
        failed: z.int().describe('Responses with 5xx'),
        refused: z.int().describe('Requests above a quota: 429'),
      }),
    ),
  }),
})

export type UsageRow = DeepReadonly<z.output<typeof getUsage.response>>['rows'][number]

export const listAudit = defineEndpoint({
  method: 'GET',
  path: '/admin/v1/audit',
  summary: 'Changes made through this API, newest first',
  query: z.object({
    project: projectId.optional(),
    operator: z.string().max(64).optional(),
    before: z.coerce.number().pipe(z.int().min(1)).optional().describe('`next` of the page before'),
    limit,
  }),
  response: z.object({
    entries: z.array(
      z.object({
        id: z.int(),
        at: time,
        operator: z.string(),
        action: z.enum(['project.create', 'project.change', 'project.delete']),
        project: z.string(),
        before: projectSettings.nullable(),
        after: projectSettings.nullable(),
        requestId: z.string().nullable(),
      }),
    ),
    next: z.int().nullable(),
  }),
})

export type AuditPage = DeepReadonly<z.output<typeof listAudit.response>>

export const getAdminOpenApi = defineEndpoint({
  method: 'GET',
  path: '/admin/v1/openapi.json',
  summary: 'This document',
  response: z.object({
    openapi: z.string(),
    info: z.record(z.string(), z.unknown()),
    paths: z.record(z.string(), z.record(z.string(), z.unknown())),
    components: z.record(z.string(), z.unknown()),
  }),
})
