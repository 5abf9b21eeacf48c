import { toUserName } from '@latchkey/core'
import { useAccount, useDisconnect, useNetwork, useProvider } from '@latchkey/ui-react'
import { type ReactElement, useState } from 'react'
import { Panel, Result, type ResultState, run } from './Panel.js'

export function AccountPanel(): ReactElement {
  const { status, address, type, caipAddress, connectedWalletInfo, user } = useAccount()
  const { caipNetwork, caipNetworkId } = useNetwork()
  const { provider } = useProvider('eip155')
  const { disconnect } = useDisconnect()
  return (
    <Panel title="Account">
      <dl>
        <dt>Status</dt>
        <dd data-testid="status">{status}</dd>
        <dt>Address</dt>
        <dd data-testid="address">{address ?? '–'}</dd>
        <dt>Kind</dt>
        <dd data-testid="account-type">{type ?? '–'}</dd>
        <dt>CAIP-10</dt>
        <dd data-testid="caip-address">{caipAddress ?? '–'}</dd>
        <dt>Network</dt>
        <dd data-testid="network">{caipNetwork?.name ?? `not supported (${caipNetworkId ?? '–'})`}</dd>
        <dt>Wallet</dt>
        <dd data-testid="wallet">{connectedWalletInfo?.name ?? '–'}</dd>
        <dt>Logged in</dt>
        <dd data-testid="user">
          {toUserName(user) ?? user?.email ?? (user?.isGuest ? 'guest' : '–')}
          {user?.socialProvider && ` (${user.socialProvider})`}
        </dd>
        <dt>Provider</dt>
        <dd data-testid="provider">{provider ? 'EIP-1193' : '–'}</dd>
      </dl>
      <button type="button" disabled={status !== 'connected'} onClick={() => disconnect()}>
        Disconnect wallet
      </button>
    </Panel>
  )
}

export function NetworkPanel(): ReactElement {
  const { requestedCaipNetworks, caipNetworkId, switchNetwork } = useNetwork()
  const [result, setResult] = useState<ResultState>()
  return (
    <Panel title="Network">
      <div className="buttons">
        {requestedCaipNetworks.map((network) => (
          <button
            key={network.caipNetworkId}
            type="button"
            aria-pressed={network.caipNetworkId === caipNetworkId}
            onClick={() =>
              run(setResult, async () => {
                await switchNetwork(network)
                return `Now on ${network.name}`
              })
            }
          >
            Switch to {network.name}
          </button>
        ))}
      </div>
      <Result name="network-result" state={result} />
    </Panel>
  )
}
