/** What the document says of a route. */
export type Operation = {
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
