import { z } from 'zod'
import { defineEndpoint } from './endpoint.js'

const height = z.int().nullable()

export const getHealth = defineEndpoint({
  method: 'GET',
  path: '/health',
  summary: 'Whether the gateway responds; for the operator, also the database and the chains',
  response: z.object({
    ok: z.literal(true),
    database: z.enum(['ok', 'gone']).optional(),
    chains: z
      .record(
        z.string(),
        z.object({
          indexed: height,
          head: height,
          lag: height.describe('Blocks to be indexed; negative for indexed blocks that the node lacks'),
          problem: z.enum(['NODE_GONE', 'NODE_BEHIND', 'WRONG_CHAIN', 'FORK_TOO_DEEP']).nullable(),
        }),
      )
      .optional()
      .describe('By CAIP-2 id, the chains that are indexed'),
  }),
})

export const getReadiness = defineEndpoint({
  method: 'GET',
  path: '/ready',
  summary:
    'Whether the gateway can serve all requests: 503 while its database is unavailable or read-only, or while it stops',
  response: z.object({ ok: z.literal(true) }),
})

export const getOpenApi = defineEndpoint({
  method: 'GET',
  path: '/openapi.json',
  summary: 'This document',
  response: z.object({
    openapi: z.string(),
    info: z.record(z.string(), z.unknown()),
    paths: z.record(z.string(), z.record(z.string(), z.unknown())),
    components: z.record(z.string(), z.unknown()),
  }),
  maxAge: 300,
})
