import type { BitcoinNetwork, NativeCurrency } from '../bitcoin/network.js'
import type { SolanaNetwork } from '../solana/network.js'

export type SignInNetworksOptions = {
  readonly evm: readonly {
    readonly id: number
    readonly name: string
    readonly rpcUrl: string
    readonly nativeCurrency: NativeCurrency
    readonly bundlerUrl?: string | undefined
    readonly paymasterUrl?: string | undefined
  }[]
  readonly solana?: SolanaNetwork | undefined
  readonly bitcoin?: BitcoinNetwork | undefined
}

export type SignInNetwork = {
  readonly id: number | string
  readonly name: string
  readonly chainNamespace: 'eip155' | 'solana' | 'bip122'
  readonly nativeCurrency: NativeCurrency
  readonly rpcUrls: { readonly default: { readonly http: readonly string[] } }
  /** For the vault: smart accounts are available on chains with a bundler. */
  readonly bundlers?: readonly string[] | undefined
  readonly paymaster?: string | undefined
}

/** Converts the local networks to the configuration of a sign-in server. */
export function toSignInNetworks({ evm, solana, bitcoin }: SignInNetworksOptions): readonly SignInNetwork[] {
  return [
    ...evm.map(({ id, name, rpcUrl, nativeCurrency, bundlerUrl, paymasterUrl }) => ({
      ...toEvmNetwork('eip155', { id, name, nativeCurrency, url: rpcUrl }),
      ...(bundlerUrl !== undefined && { bundlers: [bundlerUrl] }),
      ...(paymasterUrl !== undefined && { paymaster: paymasterUrl }),
    })),
    ...[solana].flatMap((network) =>
      network
        ? toEvmNetwork('solana', { ...network, id: toReference(network.caipNetworkId), url: network.rpcUrl })
        : [],
    ),
    ...[bitcoin].flatMap((network) =>
      network
        ? toEvmNetwork('bip122', { ...network, id: toReference(network.caipNetworkId), url: network.esploraUrl })
        : [],
    ),
  ]
}

type Parts = Pick<SignInNetwork, 'id' | 'name' | 'nativeCurrency'> & { readonly url: string }

function toEvmNetwork(
  chainNamespace: SignInNetwork['chainNamespace'],
  { id, name, nativeCurrency, url }: Parts,
): SignInNetwork {
  return { id, name, chainNamespace, nativeCurrency, rpcUrls: { default: { http: [url] } } }
}

/** The reference of a CAIP-2 id. */
function toReference(caipNetworkId: string): string {
  return caipNetworkId.slice(caipNetworkId.indexOf(':') + 1)
}
