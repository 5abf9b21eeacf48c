export type WalletNamespace = 'eip155' | 'solana' | 'bip122'

export type SignRequest = {
  /** CAIP-2. */
  readonly chain: string
  readonly method: string
  readonly params: unknown
  /** The address shared with the app, which alone may sign. */
  readonly address: string
}

/** The signer of a namespace. */
export type ChainSigner = {
  readonly namespace: WalletNamespace
  /** Addresses by account. */
  readonly addresses: readonly [string, ...string[]]
  readonly methods: readonly string[]
  /** Throws `WalletRpcError`. */
  readonly answer: (request: SignRequest) => Promise<unknown>
}

export type SignMethods = Readonly<Record<string, (request: SignRequest) => Promise<unknown>>>

/** Calls a method by name. Throws for an unsupported one. */
export async function callMethod(methods: SignMethods, request: SignRequest): Promise<unknown> {
  const method = Object.hasOwn(methods, request.method) ? methods[request.method] : undefined
  if (!method) throw new WalletRpcError(5_101, `Unsupported method: ${request.method}`)
  return method(request)
}

/** A JSON-RPC error of the wallet. */
export class WalletRpcError extends Error {
  override readonly name = 'WalletRefusal'
  readonly code: number
  constructor(code: number, message: string) {
    super(message)
    this.code = code
  }
}

/** WalletConnect's error code for a rejection. */
export const userRejected = { code: 5_000, message: 'User rejected.' } as const

export const unsupportedChains = { code: 5_100, message: 'Unsupported chains.' } as const

/** 32-byte private keys in hex without 0x. The first one is active until the wallet switches. */
export type WalletKeys = {
  readonly eip155: readonly [string, ...string[]]
  readonly solana: readonly [string, ...string[]]
  readonly bip122: readonly [string, ...string[]]
}

/** URLs of the wallet's chains, as plain JSON. */
export type WalletNetworks = {
  readonly evm: readonly { readonly id: number; readonly rpcUrl: string }[]
  readonly solana?: { readonly caipNetworkId: string; readonly rpcUrl: string } | undefined
  readonly bitcoin?: { readonly caipNetworkId: string; readonly esploraUrl: string } | undefined
}
