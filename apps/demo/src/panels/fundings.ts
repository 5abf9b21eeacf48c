import type { ByNamespace, Namespace } from '@latchkey/core'
import { toHex } from 'viem'
import type { DemoConfig } from '../config.js'

export type Funding = {
  readonly amount: string
  /** Throws where the chain does not answer. */
  readonly fund: (config: DemoConfig, request: { readonly address: string; readonly chainId: string }) => Promise<void>
}

/** Coins of the local chains, which give them to anybody. */
export const fundings: ByNamespace<Funding> = {
  eip155: {
    amount: '100 ETH',
    async fund({ chains }, { address, chainId }) {
      const rpcUrl = chains.find(({ id }) => String(id) === chainId)?.rpcUrl
      if (!rpcUrl) throw new Error('Only the local chains give coins away.')
      await call(rpcUrl, 'anvil_setBalance', [address, toHex(100n * 10n ** 18n)])
    },
  },
  solana: {
    amount: '50 SOL',
    async fund({ solana }, { address }) {
      if (solana) await call(solana.rpcUrl, 'requestAirdrop', [address, 50_000_000_000])
    },
  },
}

async function call(url: string, method: string, params: readonly unknown[]): Promise<void> {
  const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method, params })
  const response = await fetch(url, { method: 'POST', headers: { 'content-type': 'application/json' }, body })
  const { error } = (await response.json()) as { readonly error?: { readonly message: string } }
  if (error) throw new Error(error.message)
}
