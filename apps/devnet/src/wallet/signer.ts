export type WalletNamespace = 'eip155' | 'solana' | 'bip122'

export type SignRequest = {
  /** CAIP-2. */
  readonly chain: string
  readonly method: string
  readonly params: unknown
  /** The only address that may sign: the one that the app was told. */
  readonly address: string
}

/** The keys of a chain family, and what they can do. */
export type ChainSigner = {
  readonly namespace: WalletNamespace
  /** By account. */
  readonly addresses: readonly [string, ...string[]]
  readonly methods: readonly string[]
  /** Throws `WalletRefusal`. */
  readonly answer: (request: SignRequest) => Promise<unknown>
}

export type SignMethods = Readonly<Record<string, (request: SignRequest) => Promise<unknown>>>

/** Answers by the method of that name, or says that there is none. */
export async function callMethod(methods: SignMethods, request: SignRequest): Promise<unknown> {
  const method = Object.hasOwn(methods, request.method) ? methods[request.method] : undefined
  if (!method) throw new WalletRpcError(5_101, `Unsupported method: ${request.method}`)
  return method(request)
}

/** An answer of the wallet that is no result: code and message of a JSON-RPC error. */
export class WalletRpcError extends Error {
  override readonly name = 'WalletRefusal'
  readonly code: number
  constructor(code: number, message: string) {
    super(message)
    this.code = code
  }
}

/** As WalletConnect's clients number them. */
export const userRejected = { code: 5_000, message: 'User rejected.' } as const

/** Private keys of 32 bytes as hex, without 0x; the first of each is the one in use until the wallet switches. */
export type WalletKeys = {
  readonly eip155: readonly [string, ...string[]]
  readonly solana: readonly [string, ...string[]]
  readonly bip122: readonly [string, ...string[]]
}

/** Where the wallet finds its chains; plain data. */
export type WalletNetworks = {
  readonly evm: readonly { readonly id: number; readonly rpcUrl: string }[]
  readonly solana?: { readonly caipNetworkId: string; readonly rpcUrl: string } | undefined
  readonly bitcoin?: { readonly caipNetworkId: string; readonly esploraUrl: string } | undefined
}
