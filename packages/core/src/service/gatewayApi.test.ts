import { expect, test } from 'vitest'
import type { LatchkeyError } from '../errors/LatchkeyError.js'
import type { Modal } from '../modal/modal.js'
import { createTestModal } from '../testing/createTestModal.js'
import { fetchTokenBalances, fetchTokenPrices } from './blockchain/balances.js'
import { fetchSupportedChains } from './blockchain/client.js'
import { fetchHistory } from './blockchain/history.js'
import {
  fetchIdentityOf,
  fetchNameSuggestions,
  fetchProfile,
  fetchProfilesOf,
  registerProfile,
} from './blockchain/names.js'
import { createOnRampUrl, fetchOnRampOptions, fetchOnRampQuote } from './blockchain/onramp.js'
import {
  activateSmartSession,
  createSmartSession,
  fetchSmartSessions,
  revokeSmartSession,
} from './blockchain/sessions.js'
import {
  buildSwapApproval,
  buildSwapTransaction,
  fetchAllowance,
  fetchGasPrice,
  fetchSwapQuotes,
  fetchSwapTokens,
} from './blockchain/swaps.js'
import { fetchAllowedOrigins, fetchAnalyticsConfig, fetchRemoteFeatures } from './config.js'
import source from './gatewayApi.generated.json' with { type: 'json' }
import { createHttpClient } from './http.js'
import { fetchWallets } from './wallets.js'

// The gateway's schemas declare the API. They generate this OpenAPI document, which the gateway's tests keep up to date.
const document: unknown = source
const { paths } = document as { readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>> }

type Operation = {
  readonly parameters?: readonly { readonly name: string; readonly in: string; readonly required: boolean }[]
  readonly requestBody?: Content
  readonly responses: Readonly<Record<string, Content>>
}

type Content = { readonly content: Readonly<Record<string, { readonly schema?: Schema }>> }

type Schema = {
  readonly type?: string | readonly string[]
  readonly const?: unknown
  readonly enum?: readonly unknown[]
  readonly anyOf?: readonly Schema[]
  readonly items?: Schema
  readonly properties?: Readonly<Record<string, Schema>>
  readonly additionalProperties?: Schema
  readonly required?: readonly string[]
  readonly examples?: readonly unknown[]
  readonly format?: string
}

type Json = string | number | boolean | null | readonly Json[] | { readonly [name: string]: Json }

const baseUrl = 'https://gateway.example.org'
const { signal } = new AbortController()
const user = 'eip155:1:0xab16a96D359eC26a11e2C2b3d8f8B8942d5Bfcdb' as const
const token = 'eip155:1:0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48' as const
const address = '0xab16a96D359eC26a11e2C2b3d8f8B8942d5Bfcdb'
const caipNetworkId = 'eip155:1'
const swap = { from: token, to: token, userAddress: user, signal } as const

/** Every call of the modal that the gateway answers with JSON, by operation. */
const calls: Readonly<Record<string, (modal: Modal) => Promise<unknown>>> = {
  'get /getWallets': (modal) =>
    fetchWallets(createHttpClient({ baseUrl, env: modal.env }), { page: 1, entries: 40, signal }),
  'get /v1/account/{account}/history': (modal) =>
    fetchHistory(modal, { account: address, caipNetworkId, cursor: 'second', signal }),
  'get /v1/account/{address}/balance': (modal) =>
    fetchTokenBalances(modal, { address, caipNetworkId, forceUpdate: true, signal }),
  'get /v1/analytics-config': (modal) => fetchAnalyticsConfig(modal, baseUrl),
  'get /v1/config': (modal) => fetchRemoteFeatures(modal, baseUrl),
  'get /v1/convert/allowance': (modal) => fetchAllowance(modal, { tokenAddress: token, userAddress: user, signal }),
  'get /v1/convert/build-approve': (modal) => buildSwapApproval(modal, { ...swap, amount: 5n }),
  'get /v1/convert/gas-price': (modal) => fetchGasPrice(modal, { caipNetworkId, signal }),
  'get /v1/convert/quotes': (modal) => fetchSwapQuotes(modal, { ...swap, amount: 5n, gasPrice: 7n }),
  'get /v1/convert/tokens': (modal) => fetchSwapTokens(modal, { caipNetworkId, signal }),
  'get /v1/identity/{address}': (modal) => fetchIdentityOf(modal, { address, sender: user, signal }),
  'get /v1/onramp/options': (modal) => fetchOnRampOptions(modal, { signal }),
  'get /v1/origins': (modal) => fetchAllowedOrigins(modal, baseUrl),
  'get /v1/profile/account/{name}': (modal) => fetchProfile(modal, { name: 'alice.example', signal }),
  'get /v1/profile/reverse/{address}': (modal) => fetchProfilesOf(modal, { address, sender: user, signal }),
  'get /v1/profile/suggestions/{name}': (modal) =>
    fetchNameSuggestions(modal, { name: 'alice', zone: 'example', signal }),
  'get /v1/sessions/{address}': (modal) => fetchSmartSessions(modal, { address: user, signal }),
  'get /v1/supported-chains': (modal) => fetchSupportedChains(modal, { signal }),
  'post /v1/convert/build-transaction': (modal) =>
    buildSwapTransaction(modal, { ...swap, amount: 5n, minimum: 9n, expected: 10n, disableEstimate: true }),
  'post /v1/fungible/price': (modal) => fetchTokenPrices(modal, { addresses: [token], signal }),
  'post /v1/generators/onrampurl': (modal) =>
    createOnRampUrl(modal, {
      destinationWallets: [{ address, blockchains: ['ethereum'], assets: ['USDC'] }],
      defaultNetwork: caipNetworkId,
      provider: 'sandbox',
      partnerUserId: 'order-1',
      presetFiatAmount: 20,
      fiatCurrency: 'EUR',
      signal,
    }),
  'post /v1/onramp/quote': (modal) =>
    fetchOnRampQuote(modal, {
      purchaseCurrency: 'USDC',
      paymentCurrency: 'USD',
      amount: '20',
      network: caipNetworkId,
      provider: 'sandbox',
      signal,
    }),
  'post /v1/profile/account': (modal) =>
    registerProfile(modal, { coinType: 60, address, message: '{}', signature: '0x01', signal }),
  'post /v1/sessions/{address}': (modal) =>
    createSmartSession(modal, {
      address: user,
      pci: 'a'.repeat(32),
      project: { id: 'app', name: 'App', url: 'https://app.example', iconUrl: 'https://app.example/icon.png' },
      permissions: [{ type: 'native-token-allowance', data: { allowanceAmount: '0x1' } }],
      expiry: 1_800_000_000,
      signal,
    }),
  'post /v1/sessions/{address}/activate': (modal) =>
    activateSmartSession(modal, { address: user, pci: 'a'.repeat(32), signature: '0x01', context: '0x01', signal }),
  'post /v1/sessions/{address}/revoke': (modal) =>
    revokeSmartSession(modal, { address: user, pci: 'p', signature: '0x01', signal }),
}

/** What the modal doesn't call: for operators, providers, sign-in pages and other clients. */
const otherOperations = [
  'get /health',
  'get /openapi.json',
  'get /ready',
  'get /v1/onramp/orders/{id}',
  'post /e',
  'post /v1/onramp/webhooks/{provider}',
]

/** Declared fields of responses that the modal doesn't read. */
const unreadFields: Readonly<Record<string, readonly string[]>> = {
  // images come from `GET /getWalletImage/{image_id}`
  'get /getWallets': ['data.0.image_url'],
  // prices come with balances, or from `POST /v1/fungible/price`
  'get /v1/convert/tokens': ['tokens.0.price'],
  'get /v1/sessions/{address}': ['pcis.0.signer', 'pcis.0.policies'],
  'get /v1/supported-chains': ['ws'],
  // the status of an order is for the app's own server
  'post /v1/generators/onrampurl': ['orderId'],
}

/** Parameters of every request [S7.1], and the version of the name API [S7.13], which the gateway doesn't need. */
const commonParameters = ['projectId', 'st', 'sv', 'clientId', 'apiVersion']

/** A field of an example: its path, and whether the schema allows it to be missing. */
type Field = { readonly path: readonly (string | number)[]; readonly isRequired: boolean }

const formats: Readonly<Record<string, string>> = {
  'date-time': '2026-01-02T03:04:05Z',
  uri: 'https://example.org/path',
}

/** Returns an example of a schema with every field, and all of its fields. Lists have one item of each kind. */
function toExample(schema: Schema, path: Field['path'] = []): { readonly value: Json; readonly fields: Field[] } {
  const [first] = schema.examples ?? schema.enum ?? (schema.const === undefined ? [] : [schema.const])
  if (first !== undefined) return { value: first as Json, fields: [] }
  const kinds = schema.anyOf?.filter(({ type }) => type !== 'null')
  if (kinds?.[0]) return toExample(kinds[0], path)
  const [type] = [schema.type ?? []].flat().filter((name) => name !== 'null')
  switch (type) {
    case 'array': {
      const items = (schema.items?.anyOf ?? [schema.items ?? {}]).map((item, index) =>
        toExample(item, [...path, index]),
      )
      return { value: items.map(({ value }) => value), fields: items.flatMap(({ fields }) => fields) }
    }
    case 'object': {
      const { properties = schema.additionalProperties && { 60: schema.additionalProperties }, required = [] } = schema
      const entries = Object.entries(properties ?? {}).map(([name, property]) => {
        const inner = toExample(property, [...path, name])
        const isRequired = required.includes(name)
        return { name, value: inner.value, fields: [{ path: [...path, name], isRequired }, ...inner.fields] }
      })
      const value = Object.fromEntries(entries.map((entry) => [entry.name, entry.value]))
      return { value, fields: entries.flatMap(({ fields }) => fields) }
    }
    case 'boolean':
      return { value: true, fields: [] }
    case 'integer':
    case 'number':
      return { value: 7, fields: [] }
    case 'string':
      return { value: formats[schema.format ?? ''] ?? `the-${path.join('-')}`, fields: [] }
    default:
      return { value: {}, fields: [] }
  }
}

function without(value: Json, [name, ...rest]: Field['path']): Json {
  const copy = structuredClone(value) as Record<string | number, Json>
  if (name === undefined) return copy
  if (rest.length > 0) copy[name] = without(copy[name] as Json, rest)
  else delete copy[name]
  return copy
}

/** Calls the modal's function against a service that sends this response. Resolves with its result, or its error's code. */
async function run(name: string, response: Json): Promise<{ readonly sent: Request; readonly result: unknown }> {
  const requests: Request[] = []
  const fetch = async (input: URL | RequestInfo, init?: RequestInit): Promise<Response> => {
    requests.push(new Request(input, init))
    return Response.json(response)
  }
  const { modal } = createTestModal({ services: { blockchainApi: baseUrl, config: baseUrl }, env: { fetch } })
  const result = await calls[name]?.(modal).catch((error: LatchkeyError) => ({ code: error.code }))
  modal.destroy()
  const [sent] = requests
  if (!sent) throw new Error(`${name} sent no request.`)
  return { sent, result }
}

const print = (result: unknown): string =>
  JSON.stringify(result, (_, value: unknown) => (typeof value === 'bigint' ? `${value}n` : value)) ?? ''

/** The number of objects in all lists of a result. */
function countRows(result: unknown): number {
  if (typeof result !== 'object' || result === null) return 0
  const rows = Array.isArray(result) ? result.filter((row) => typeof row === 'object').length : 0
  return Object.values(result).reduce((sum: number, value) => sum + countRows(value), rows)
}

const isJson = ({ responses }: Operation): boolean =>
  Object.entries(responses).some(([status, { content }]) => status !== 'default' && 'application/json' in content)

test('the modal calls every operation of the gateway, except those for other clients', () => {
  const operations = Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).flatMap(([method, operation]) => (isJson(operation) ? [`${method} ${path}`] : [])),
  )
  expect([...Object.keys(calls), ...otherOperations].sort()).toEqual(operations.sort())
})

test.each(Object.keys(calls))('%s: the modal sends and reads what the gateway declares', async (operationName) => {
  const [method = '', path = ''] = operationName.split(' ')
  const operation = paths[path]?.[method] as Operation
  const [response] = Object.values(operation.responses)
  const { value: full, fields } = toExample(response?.content['application/json']?.schema as Schema)
  const { sent, result } = await run(operationName, full)
  expect(result ?? {}).not.toHaveProperty('code')

  const declared = (operation.parameters ?? []).filter((one) => one.in === 'query').map((one) => one.name)
  const query = [...new URL(sent.url).searchParams.keys()].filter((key) => !commonParameters.includes(key))
  expect(declared).toEqual(expect.arrayContaining(query))
  const body = operation.requestBody?.content['application/json']?.schema
  if (body)
    expect(Object.keys((await sent.json()) as object)).toEqual(expect.arrayContaining([...(body.required ?? [])]))

  const unread: string[] = []
  for (const field of fields) {
    const name = field.path.join('.')
    if (unread.some((outer) => name.startsWith(`${outer}.`))) continue
    const variant = await run(operationName, without(full, field.path))
    if (!field.isRequired) expect([name, countRows(variant.result)]).toEqual([name, countRows(result)])
    if (print(variant.result) === print(result)) unread.push(name)
  }
  expect(unread).toEqual(unreadFields[operationName] ?? [])
})
