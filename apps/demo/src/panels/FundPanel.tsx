import { fetchBalance } from '@latchkey/core/controllers'
import { useAccount, useModal, useNetwork } from '@latchkey/ui-react'
import { type ReactElement, useState } from 'react'
import type { DemoConfig } from '../config.js'
import { fundings } from './fundings.js'
import { Panel } from './Panel.js'
import { Result, type ResultState, run } from './Result.js'

/** Coins for an account that has none, as one of an embedded wallet. */
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
