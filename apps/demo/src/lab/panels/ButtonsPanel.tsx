import { ConnectButton, useAccount, useDisconnect, useName, useSendTransaction, WalletButton } from '@latchkey/ui-react'
import type { ReactElement } from 'react'
import { Panel } from './Panel.js'

/** A button of the page's own, buttons for one wallet, and a transaction that the account lists; closed at first. */
export function ButtonsPanel(): ReactElement {
  return (
    <Panel title="Buttons">
      <details>
        <summary>Own buttons, and buttons for one wallet</summary>
        <Buttons />
        <ListedTransaction />
      </details>
    </Panel>
  )
}

function Buttons(): ReactElement {
  const { disconnect } = useDisconnect()
  return (
    <>
      <ConnectButton.Custom>
        {({ status, account, network, openNetworks, getButtonProps }) => (
          <div className="buttons">
            <button {...getButtonProps()}>{account ? `You are ${account.label}` : `Own button: ${status}`}</button>
            <button type="button" onClick={openNetworks}>
              On {network?.name ?? 'another network'}
            </button>
            <button type="button" disabled={!account} onClick={() => disconnect()}>
              Leave
            </button>
          </div>
        )}
      </ConnectButton.Custom>
      <div className="buttons">
        <WalletButton wallet="dev.latchkey.wallet" />
        <WalletButton wallet="io.metamask" label="MetaMask" />
        <WalletButton wallet="dev.latchkey.nowhere" label="Unknown wallet" />
      </div>
    </>
  )
}

/** Sends one wei to the account itself, with a description, so that the account lists it. */
function ListedTransaction(): ReactElement {
  const { address } = useAccount({ namespace: 'eip155' })
  const { data: named } = useName()
  const { sendTransaction, isPending, error, data: hash } = useSendTransaction()
  return (
    <>
      <p>
        Name: <b data-testid="name">{named?.name ?? 'none'}</b>
      </p>
      <button
        type="button"
        disabled={!address || isPending}
        onClick={() =>
          address &&
          sendTransaction({
            namespace: 'eip155',
            transaction: { to: address, value: 1n },
            description: 'Send 1 wei to myself',
          })
        }
      >
        Send and list
      </button>
      <output data-testid="listed">{error?.shortMessage ?? hash}</output>
    </>
  )
}
