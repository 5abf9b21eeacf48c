import { HttpResponse, http, type RequestHandler } from 'msw'

type SwapServiceCall = {
  readonly path: string
  readonly query: { readonly [name: string]: string }
  readonly body: unknown
}

export type SwapService = {
  readonly url: string
  readonly handlers: readonly RequestHandler[]
  readonly calls: SwapServiceCall[]
  /** Supported chains. */
  chains: readonly string[]
  /** Atomic units of USDL per ETH. */
  price: bigint
  /** Allowance of the router, in atomic units. */
  allowance: bigint
  /** Whether its token rejects a new approval while an older one exists. */
  isCareful: boolean
  /** Wei per unit of gas. */
  gas: bigint
  /** Balances of the account, in whole units. */
  holdings: { ETH: string; USDL: string }
  /** Overrides of responses, by path. */
  readonly faults: { [path: string]: (() => Response | Promise<Response>) | undefined }
  /** Returns the number of requests to a path. */
  count(path: string): number
}

export const usdlAddress = '0x1111111111111111111111111111111111111111'
export const routerAddress = '0x2222222222222222222222222222222222222222'
const native = '0xeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeee'

/** Encodes a token call that approves an amount (atomic units) for the router. */
export function toApproval(amount: bigint): string {
  return `0x095ea7b3${routerAddress.slice(2).padStart(64, '0')}${amount.toString(16).padStart(64, '0')}`
}

/** Creates a service with one pool, ETH and USDL (6 decimals), with the wire format of balances, prices and swaps. */
export function createSwapService(url: string, chain = 'eip155:1'): SwapService {
  const token = (address: string): string => `${chain}:${address}`
  const toOut = (from: string, amount: bigint): bigint =>
    from.endsWith(native) ? (amount * service.price) / 10n ** 18n : (amount * 10n ** 18n) / service.price
  const transaction = (user: string, to: string, rest: object) => ({
    tx: { from: user, to: token(to), eip155: { gas: '120000', gasPrice: String(service.gas) }, ...rest },
  })
  const answers: { readonly [path: string]: (call: SwapServiceCall) => object } = {
    '/v1/supported-chains': () => ({ http: service.chains, ws: [] }),
    '/v1/convert/tokens': () => ({
      tokens: [
        { name: 'Ether', symbol: 'ETH', address: token(native), decimals: 18, logoUri: null, eip2612: false },
        { name: 'USD Local', symbol: 'USDL', address: token(usdlAddress), decimals: 6, logoUri: null, eip2612: false },
      ],
    }),
    '/v1/convert/gas-price': () => {
      const price = String(service.gas)
      return { standard: price, fast: price, instant: price }
    },
    '/v1/convert/allowance': () => ({ allowance: String(service.allowance) }),
    '/v1/convert/quotes': ({ query: { amount = '0', from = '', to = '' } }) => ({
      quotes: [
        {
          id: null,
          fromAmount: amount,
          fromAccount: from,
          toAmount: String(toOut(from, BigInt(amount))),
          toAccount: to,
          router: token(routerAddress),
        },
      ],
    }),
    '/v1/fungible/price': ({ body }) => ({
      fungibles: (body as { addresses: string[] }).addresses.map((address) => ({
        address,
        name: address.endsWith(native) ? 'Ether' : 'USD Local',
        symbol: address.endsWith(native) ? 'ETH' : 'USDL',
        price: address.endsWith(native) ? 2_500 : 1,
      })),
    }),
    '/v1/convert/build-transaction': ({ body }) => {
      const { from, userAddress, amount } = body as { from: string; userAddress: string; amount: string }
      return transaction(userAddress, routerAddress, { data: '0x5a5a', amount: from.endsWith(native) ? amount : '0' })
    },
    '/v1/convert/build-approve': ({ query: { userAddress = '', amount = '0' } }) => {
      const allowed = service.isCareful && service.allowance > 0n ? 0n : BigInt(amount)
      return transaction(userAddress, usdlAddress, { data: toApproval(allowed), value: '0' })
    },
    balance: () => ({
      balances: [
        {
          name: 'Ether',
          symbol: 'ETH',
          chainId: chain,
          price: 2_500,
          value: 0,
          iconUrl: '',
          quantity: { decimals: '18', numeric: service.holdings.ETH },
        },
        {
          name: 'USD Local',
          symbol: 'USDL',
          chainId: chain,
          address: token(usdlAddress),
          price: 1,
          value: 0,
          iconUrl: '',
          quantity: { decimals: '6', numeric: service.holdings.USDL },
        },
      ],
    }),
  }
  const answer = async (request: Request): Promise<Response> => {
    const { pathname: path, searchParams } = new URL(request.url)
    const text = await request.text()
    const call = { path, query: Object.fromEntries(searchParams), body: text ? JSON.parse(text) : undefined }
    service.calls.push(call)
    const fault = service.faults[path]?.()
    if (fault) return fault
    const run = answers[path.endsWith('/balance') ? 'balance' : path]
    return run ? HttpResponse.json(run(call)) : new HttpResponse(null, { status: 404 })
  }
  const service: SwapService = {
    url,
    handlers: [http.all(`${url}/*`, ({ request }) => answer(request))],
    calls: [],
    chains: [chain],
    price: 2_500_000_000n,
    allowance: 0n,
    isCareful: false,
    gas: 1_000_000_000n,
    holdings: { ETH: '2', USDL: '1000' },
    faults: {},
    count: (path) => service.calls.filter((call) => call.path === path).length,
  }
  return service
}
