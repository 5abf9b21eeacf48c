import { z } from 'zod'
import { type DeepReadonly, defineEndpoint } from './endpoint.js'
import { anyUrl, signatureField } from './fields.js'

const attributes = z.object({ avatar: anyUrl.optional(), bio: z.string().optional() })

const profile = z.object({
  name: z.string(),
  addresses: z
    .record(z.string(), z.object({ address: z.string(), created: z.iso.datetime() }))
    .describe('By coin type (SLIP-44, ENSIP-11); 2147483648 stands for every EVM chain (ENSIP-19)'),
  attributes: z.array(attributes),
})

export type NameAttributes = DeepReadonly<z.output<typeof attributes>>
export type NameProfile = DeepReadonly<z.output<typeof profile>>

export const getNameProfile = defineEndpoint({
  method: 'GET',
  path: '/v1/profile/account/{name}',
  summary: 'The addresses of a name',
  response: profile,
})

export const getNamesOfAddress = defineEndpoint({
  method: 'GET',
  path: '/v1/profile/reverse/{address}',
  summary: 'The names of an address, newest first',
  query: z.object({ sender: z.string().optional() }),
  response: z.array(profile),
})

export const getNameSuggestions = defineEndpoint({
  method: 'GET',
  path: '/v1/profile/suggestions/{name}',
  summary: 'The requested name and similar free ones',
  query: z.object({ zone: z.string().optional() }),
  response: z.object({ suggestions: z.array(z.object({ name: z.string(), registered: z.boolean() })) }),
})

export const registerName = defineEndpoint({
  method: 'POST',
  path: '/v1/profile/account',
  summary: 'Registers a name for the address that signed `message`',
  body: z.object({
    coin_type: z.number().int().nonnegative().describe('SLIP-44, ENSIP-11'),
    address: z.string().regex(/^0x[0-9a-f]{40}$/i),
    message: z
      .string()
      .max(2_000)
      .describe('JSON with name, attributes, domain, chainId, timestamp and expiresAt (both in seconds)'),
    signature: signatureField,
  }),
  response: z.object({ success: z.literal(true) }),
})

export const getIdentity = defineEndpoint({
  method: 'GET',
  path: '/v1/identity/{address}',
  summary: 'The name and avatar of an address, from ENS or the names registered here',
  query: z.object({ sender: z.string().optional() }),
  response: z.object({ name: z.string().nullable(), avatar: anyUrl.nullable() }),
  // [S9.2]
  maxAge: 300,
})

export type Identity = DeepReadonly<z.output<typeof getIdentity.response>>
