import { useNetwork } from '@latchkey/ui-react'
import { type ReactElement, useState } from 'react'
import { Panel } from './Panel.js'
import { Result, type ResultState, run } from './Result.js'

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
