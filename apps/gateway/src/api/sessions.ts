import { z } from 'zod'
import { type DeepReadonly, defineEndpoint } from './endpoint.js'
import { hexData, signatureField } from './fields.js'

const text = z.string().min(1).max(200)
const webUrl = z.url({ protocol: /^https?$/ }).max(500)
const record = z.record(z.string(), z.unknown())
const pci = z
  .string()
  .regex(/^[0-9a-f]{32}$/, 'is not a session id')
  .describe('Session id')
const seconds = z.int().describe('Seconds since the epoch')

const details = z.object({
  project: z.object({ id: text, name: text, url: webUrl.optional(), iconUrl: webUrl.optional() }),
  signer: record.describe('Who may act for the account (ERC-7715)'),
  permissions: z.array(record).max(50),
  policies: z.array(record).max(50).default([]),
})

/** The part of a session that is stored as requested. */
export type SessionDetails = DeepReadonly<z.output<typeof details>>

const session = details.extend({
  pci,
  expiration: seconds,
  createdAt: seconds,
  revokedAt: seconds.optional(),
  context: hexData.optional(),
})

export type SessionResponse = DeepReadonly<z.output<typeof session>>

export const listSessions = defineEndpoint({
  method: 'GET',
  path: '/v1/sessions/{address}',
  summary: 'Sessions of an account, newest first',
  response: z.object({ pcis: z.array(session) }),
})

export const createSession = defineEndpoint({
  method: 'POST',
  path: '/v1/sessions/{address}',
  summary: 'Creates a session that the account has to activate',
  body: details.extend({
    pci: pci.optional().describe('Session id to use; default: a random one'),
    expiry: z.number().int().positive().describe('Seconds since the epoch'),
  }),
  response: z.object({ pci }),
})

export const activateSession = defineEndpoint({
  method: 'POST',
  path: '/v1/sessions/{address}/activate',
  summary: 'Activates a session; the account signs `Activate session {pci} of {account}`',
  body: z.object({
    pci,
    signature: signatureField,
    context: hexData.regex(/^0x(?:[0-9a-f]{2})*$/i).max(40_000),
  }),
  response: z.object({}),
})

export const revokeSession = defineEndpoint({
  method: 'POST',
  path: '/v1/sessions/{address}/revoke',
  summary: 'Revokes a session; the account signs `Revoke session {pci} of {account}`',
  body: z.object({ pci, signature: signatureField }),
  response: z.object({}),
})
