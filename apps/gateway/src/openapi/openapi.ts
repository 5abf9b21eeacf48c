import { type Route, toJsonResponse } from '../http/route.js'

const caipAddress = { type: 'string', description: 'CAIP-10' }

const atomic = { type: 'string', pattern: '^\\d{1,78}$', description: 'Atomic units' }

const decimal = { type: ['string', 'number'], description: 'Decimal number without an exponent' }

const signature = { type: 'string', description: '0x hex' }

const list = { type: 'array' }

const object = { type: 'object' }

type Schema = { readonly [key: string]: unknown; readonly type: string | readonly string[] }

/** Of fields that callers send; those that are not here are texts. */
const fieldSchemas: Readonly<Record<string, Schema>> = {
  from: caipAddress,
  to: caipAddress,
  userAddress: caipAddress,
  tokenAddress: caipAddress,
  amount: { ...atomic, description: 'Atomic units; of purchases a decimal number' },
  chainId: { type: 'string', description: 'CAIP-2' },
  addresses: { type: 'array', items: caipAddress, maxItems: 10 },
  eip155: { type: 'object', properties: { slippage: decimal }, description: 'Slippage in per cent, up to 50' },
  disableEstimate: { type: 'boolean' },
  coin_type: { type: 'integer', description: 'SLIP-44, ENSIP-11' },
  signature,
  destinationWallets: list,
  presetFiatAmount: decimal,
  presetCryptoAmount: decimal,
  purchaseCurrency: { type: ['string', 'object'] },
  paymentCurrency: { type: ['string', 'object'] },
  expiry: { type: 'integer', description: 'Seconds since the epoch' },
  signer: object,
  permissions: list,
  policies: list,
  project: object,
  timestamp: { type: 'number' },
  props: object,
}

/** What the document says of a route. */
type Operation = {
  readonly summary: string
  /** Names of the query; those that must be there end with `!`. */
  readonly query?: readonly string[]
  /** The same for what is posted. */
  readonly body?: readonly string[]
  /** Fields of the answer; without any, it is no JSON object. */
  readonly answer: readonly string[]
}

const trade = ['from!', 'to!', 'userAddress!']

const project = ['projectId!']

const account = { answer: ['pcis'] }

/** By method and path. */
export const operations: Readonly<Record<string, Operation>> = {
  'GET /health': { summary: 'Whether the gateway can do its work', answer: ['ok'] },
  'GET /metrics': { summary: 'Counters, as Prometheus reads them', answer: [] },
  'GET /openapi.json': { summary: 'This document', answer: ['openapi', 'info', 'paths', 'components'] },
  'GET /getWallets': {
    summary: 'The wallet list',
    query: ['page', 'entries', 'include', 'exclude', 'chains', 'search', 'badge_type'],
    answer: ['data', 'count'],
  },
  'GET /getWalletImage/{id}': { summary: 'The image of a wallet', answer: [] },
  'GET /public/getAssetImage/{id}': { summary: 'The image of a network or connector', answer: [] },
  'GET /public/getTokenImage/{symbol}': { summary: 'The image of a token', answer: [] },
  'GET /public/getCurrencyImage/{code}': { summary: 'The image of a currency', answer: [] },
  'GET /v1/supported-chains': { summary: 'The chains that are served', answer: ['http', 'ws'] },
  'GET /v1/account/{address}/balance': {
    summary: 'What an account has, with prices',
    query: ['currency', 'chainId', 'forceUpdate'],
    answer: ['balances', 'nfts'],
  },
  'GET /v1/account/{account}/history': {
    summary: 'What an account has sent and got, newest first',
    query: ['cursor', 'chainId'],
    answer: ['data', 'next'],
  },
  'GET /v1/image': { summary: 'A picture of a token, collectible or name from its host', query: ['url!'], answer: [] },
  'GET /v1/identity/{address}': { summary: 'What an address is called', query: ['sender'], answer: ['name', 'avatar'] },
  'POST /v1/fungible/price': {
    summary: 'What tokens cost in US dollars',
    body: ['currency', 'addresses!'],
    answer: ['fungibles'],
  },
  'GET /v1/convert/quotes': {
    summary: 'What a swap would give; none without a way through the pools',
    query: [...trade, 'amount!', 'gasPrice'],
    answer: ['quotes'],
  },
  'GET /v1/convert/tokens': { summary: 'What can be swapped', query: ['chainId!'], answer: ['tokens'] },
  'GET /v1/convert/allowance': {
    summary: 'What a swap may take of an account',
    query: ['tokenAddress!', 'userAddress!'],
    answer: ['allowance'],
  },
  'GET /v1/convert/gas-price': {
    summary: 'What gas costs, in wei',
    query: ['chainId!'],
    answer: ['standard', 'fast', 'instant'],
  },
  'GET /v1/convert/build-approve': {
    summary: 'The transaction that allows a swap to take `amount`, or without one the present balance',
    query: [...trade, 'amount'],
    answer: ['tx'],
  },
  'POST /v1/convert/build-transaction': {
    summary: 'The transaction that swaps',
    body: [...trade, 'amount!', 'eip155', 'disableEstimate'],
    answer: ['tx'],
  },
  'GET /v1/profile/account/{name}': { summary: 'Whom a name stands for', answer: ['name', 'addresses', 'attributes'] },
  'GET /v1/profile/reverse/{address}': { summary: 'The names of an address, newest first', answer: [] },
  'GET /v1/profile/suggestions/{name}': {
    summary: 'Names like one that is wanted',
    query: ['zone'],
    answer: ['suggestions'],
  },
  'POST /v1/profile/account': {
    summary: 'Gives a name to the address that has signed for it',
    body: ['coin_type!', 'address!', 'message!', 'signature!'],
    answer: ['success'],
  },
  'GET /v1/onramp/options': {
    summary: 'What can be bought, what with, and at whom',
    answer: ['purchaseCurrencies', 'paymentCurrencies', 'providers'],
  },
  'POST /v1/onramp/quote': {
    summary: 'What an amount of money buys',
    body: ['purchaseCurrency!', 'paymentCurrency', 'amount!', 'network', 'provider'],
    answer: ['quoteId', 'purchaseAmount', 'paymentTotal', 'paymentSubtotal', 'providerFee', 'networkFee'],
  },
  'POST /v1/generators/onrampurl': {
    summary: 'Orders, and says where it is paid; one of the two amounts is needed',
    query: ['projectId'],
    body: [
      'destinationWallets!',
      'defaultNetwork',
      'provider',
      'presetFiatAmount',
      'presetCryptoAmount',
      'fiatCurrency',
    ],
    answer: ['url', 'orderId'],
  },
  'GET /v1/onramp/orders/{id}': { summary: 'How far an order is', answer: ['status'] },
  'POST /v1/onramp/webhooks/{provider}': {
    summary: 'For providers: how far an order is, signed by headers',
    body: ['id!', 'order!', 'status!', 'hash'],
    answer: [],
  },
  'GET /v1/sessions/{address}': { summary: 'Sessions of an account, newest first', ...account },
  'POST /v1/sessions/{address}': {
    summary: 'A session that waits for the signature of the account',
    body: ['expiry!', 'signer!', 'permissions!', 'policies', 'project!'],
    answer: ['pci'],
  },
  'POST /v1/sessions/{address}/activate': {
    summary: 'Makes a session active; signed is `Activate session {pci} of {account}`',
    body: ['pci!', 'context!', 'signature!'],
    answer: [],
  },
  'POST /v1/sessions/{address}/revoke': {
    summary: 'Ends a session; signed is `Revoke session {pci} of {account}`',
    body: ['pci!', 'signature!'],
    answer: [],
  },
  'GET /v1/config': { summary: 'Features that are set for a project', query: project, answer: ['features'] },
  'GET /v1/origins': { summary: 'Pages that may use logins', query: project, answer: ['allowedOrigins'] },
  'GET /v1/analytics-config': {
    summary: 'Whether events are gathered',
    query: project,
    answer: ['isAnalyticsEnabled'],
  },
  'POST /e': {
    summary: 'Takes in what went wrong in a page: five in a minute',
    query: project,
    body: ['eventId!', 'url!', 'domain!', 'timestamp!', 'props!'],
    answer: [],
  },
}

/** Seconds that the document may be kept. */
const maxAge = 300

/** The routes as OpenAPI 3.1 tells them, this one too. */
export function createOpenApiRoute(routes: readonly Route[]): Route {
  const route: Route = {
    method: 'GET',
    path: '/openapi.json',
    answer: () => toJsonResponse(toDocument([...routes, route]), { maxAge }),
  }
  return route
}

function toDocument(routes: readonly Route[]): object {
  const paths = [...new Set(routes.map(({ path }) => path))].sort()
  const toMethods = (path: string): object =>
    Object.fromEntries(
      routes
        .filter((route) => route.path === path)
        .map(({ method }) => [method.toLowerCase(), toOperation(path, operations[`${method} ${path}`])]),
    )
  return {
    openapi: '3.1.0',
    info: { title: 'Latchkey gateway', version: '1', license: { name: 'MIT', identifier: 'MIT' } },
    paths: Object.fromEntries(paths.map((path) => [path, toMethods(path)])),
    components: { schemas: { Fault: errorSchema } },
  }
}

const errorSchema = {
  type: 'object',
  required: ['error', 'message'],
  properties: {
    error: { type: 'string', description: 'A word for programs' },
    message: { type: 'string', description: 'A sentence for people' },
  },
}

function toOperation(path: string, operation: Operation = { summary: path, answer: [] }): object {
  const { summary, query = [], body, answer } = operation
  const names = [...path.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => name)
  const parameters = [
    ...names.map((name) => ({ name, in: 'path', required: true, schema: { type: 'string' } })),
    ...query.map((field) => ({ name: toName(field), in: 'query', required: isNeeded(field), schema: toSchema(field) })),
  ]
  const json = (schema: object): object => ({ content: { 'application/json': { schema } } })
  const reply = answer.length === 0 ? {} : json({ type: 'object', required: answer })
  return {
    summary,
    ...(parameters.length > 0 && { parameters }),
    ...(body && { requestBody: { required: true, ...json(toObject(body)) } }),
    responses: {
      '2XX': { description: 'As asked', ...reply },
      default: { description: 'Why not', ...json({ $ref: '#/components/schemas/Fault' }) },
    },
  }
}

function toObject(fields: readonly string[]): object {
  return {
    type: 'object',
    required: fields.filter(isNeeded).map(toName),
    properties: Object.fromEntries(fields.map((field) => [toName(field), toSchema(field)])),
  }
}

function toSchema(field: string): object {
  return fieldSchemas[toName(field)] ?? { type: 'string' }
}

function toName(field: string): string {
  return field.replace(/!$/, '')
}

function isNeeded(field: string): boolean {
  return field.endsWith('!')
}
