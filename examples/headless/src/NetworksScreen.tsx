import { isLatchkeyError } from '@latchkey/core'
import { useNetwork } from '@latchkey/ui-react'
import { type ReactElement, useState } from 'react'
import type { ScreenProps } from './screenProps.ts'

/** The networks of the app; with a wallet, choosing one asks it to switch. */
export function NetworksScreen({ onDone }: ScreenProps): ReactElement {
  const { caipNetworkId, requestedCaipNetworks, switchNetwork } = useNetwork()
  const [fault, setFault] = useState<string>()
  return (
    <>
      <ul>
        {requestedCaipNetworks.map((network) => (
          <li key={network.caipNetworkId}>
            <button
              type="button"
              aria-pressed={network.caipNetworkId === caipNetworkId}
              onClick={() => {
                switchNetwork(network).then(onDone, (cause: unknown) =>
                  setFault(isLatchkeyError(cause) ? cause.shortMessage : 'Something went wrong'),
                )
              }}
            >
              {network.name}
            </button>
          </li>
        ))}
      </ul>
      <p role="status">{fault}</p>
    </>
  )
}
