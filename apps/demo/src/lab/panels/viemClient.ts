import type { Network } from '@latchkey/core'
import { type Client, createClient, custom, defineChain, type EIP1193Provider } from 'viem'

/** A viem client on a network, over the wallet's own provider, as an app would make it. */
export function createViemClient({ id, name, nativeCurrency, rpcUrls }: Network, provider: unknown): Client {
  const chain = defineChain({ id: Number(id), name, nativeCurrency, rpcUrls: { default: rpcUrls.default } })
  return createClient({ chain, transport: custom(provider as EIP1193Provider), pollingInterval: 500 })
}
