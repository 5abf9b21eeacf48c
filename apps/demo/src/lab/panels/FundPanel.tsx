import type { ByNamespace } from '@latchkey/core'
import { fetchBalance } from '@latchkey/core/controllers'
import { useAccount, useModal, useNetwork } from '@latchkey/ui-react'
import { type ReactElement, useState } from 'react'
import { toHex } from 'viem'
import type { DemoConfig } from '../../config.js'
import { Panel, Result, type ResultState, run } from './Panel.js'

/** Funds the connected account with local coins, e.g. a new embedded wallet. */
export function FundPanel({ config }: { readonly config: DemoConfig }): ReactElement {
  const { modal } = useModal()
  const { address, namespace = 'eip155' } = useAccount()
  const { caipNetworkId } = useNetwork()
  const [result, setResult] = useState<ResultState>()
  const funding = fundings[namespace]

  const fund = async (): Promise<string> => {
    const [, chainId] = caipNetworkId?.split(':') ?? []
    if (!address || !chainId || !funding) throw new Error('Connect an account first.')
    await funding.fund(config, { address, chainId })
    await fetchBalance(modal, { namespace, force: true })
    return `${address} has ${funding.amount}.`
  }

  return (
    <Panel title="Local coins">
      <button type="button" disabled={!address || !funding} onClick={() => run(setResult, fund)}>
        {funding ? `Give this account ${funding.amount}` : 'Nothing to give here'}
      </button>
      <Result name="fund-result" state={result} />
    </Panel>
  )
}

type Funding = {
  readonly amount: string
  /** Throws if the chain does not respond. */
  readonly fund: (config: DemoConfig, request: { readonly address: string; readonly chainId: string }) => Promise<void>
}

/** How to fund an account, by namespace. */
const fundings: ByNamespace<Funding> = {
  eip155: {
    amount: '100 ETH',
    async fund({ chains }, { address, chainId }) {
      const rpcUrl = chains.find(({ id }) => String(id) === chainId)?.rpcUrl
      if (!rpcUrl) throw new Error('Only local chains can fund accounts.')
      await callRpc(rpcUrl, 'anvil_setBalance', [address, toHex(100n * 10n ** 18n)])
    },
  },
  solana: {
    amount: '50 SOL',
    async fund({ solana }, { address }) {
      if (solana) await callRpc(solana.rpcUrl, 'requestAirdrop', [address, 50_000_000_000])
    },
  },
  bip122: {
    amount: '1.5 BTC',
    async fund({ bitcoin }, { address }) {
      if (!bitcoin) throw new Error('There is no local Bitcoin chain.')
      const response = await fetch(`${bitcoin.esploraUrl}/dev/fund/${address}/150000000`, { method: 'POST' })
      if (!response.ok) throw new Error(await response.text())
    },
  },
}

async function callRpc(url: string, method: string, params: readonly unknown[]): Promise<void> {
  const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method, params })
  const response = await fetch(url, { method: 'POST', headers: { 'content-type': 'application/json' }, body })
  const { error } = (await response.json()) as { readonly error?: { readonly message: string } }
  if (error) throw new Error(error.message)
}
