import { ConnectButton, NetworkButton } from '@latchkey/ui-react'
import { type ReactElement, useState } from 'react'
import { formatEther, parseEther } from 'viem'
import {
  useBalance,
  useChains,
  useConfig,
  useConnect,
  useConnection,
  useDisconnect,
  useSendTransaction,
  useSignMessage,
  useSwitchChain,
} from 'wagmi'
import { waitForTransactionReceipt } from 'wagmi/actions'
import { Panel, Result, type ResultState, run } from '../lab/panels/Panel.js'

/** A page that uses wagmi only: its hooks and the modal stay in sync. */
export function WagmiApp(): ReactElement {
  return (
    <>
      <header className="top">
        <h1>
          <img src="/favicon.svg" alt="" width="32" height="32" /> wagmi
        </h1>
        <div className="top-buttons">
          <ConnectButton />
          <NetworkButton />
        </div>
      </header>
      <main>
        <div className="panels">
          <WagmiAccount />
          <WagmiActions />
        </div>
      </main>
    </>
  )
}

function WagmiAccount(): ReactElement {
  const { address, chainId, status } = useConnection()
  const { data: balance } = useBalance({ address })
  return (
    <Panel title="useConnection">
      <dl>
        <dt>Status</dt>
        <dd data-testid="wagmi-status">{status}</dd>
        <dt>Address</dt>
        <dd data-testid="wagmi-address">{address ?? '–'}</dd>
        <dt>Chain id</dt>
        <dd data-testid="wagmi-chain">{chainId ?? '–'}</dd>
        <dt>Balance</dt>
        <dd data-testid="wagmi-balance">{balance ? formatEther(balance.value) : '–'}</dd>
      </dl>
    </Panel>
  )
}

function WagmiActions(): ReactElement {
  const config = useConfig()
  const chains = useChains()
  const [connector] = config.connectors
  const { mutateAsync: connect } = useConnect()
  const { mutateAsync: disconnect } = useDisconnect()
  const { mutateAsync: switchChain } = useSwitchChain()
  const { mutateAsync: signMessage } = useSignMessage()
  const { mutateAsync: sendTransaction } = useSendTransaction()
  const [result, setResult] = useState<ResultState>()
  const actions: { readonly [label: string]: () => Promise<string> } = {
    'wagmi connect': async () => {
      if (!connector) throw new Error('wagmi has no connector.')
      const { accounts } = await connect({ connector })
      return `Connected ${accounts[0]}`
    },
    'wagmi disconnect': async () => {
      await disconnect({})
      return 'Disconnected'
    },
    'wagmi sign': async () => `Signed ${await signMessage({ message: 'Hello from wagmi' })}`,
    'wagmi send': async () => {
      const hash = await sendTransaction({ to: '0x70997970C51812dc3A010C7d01b50e0d17dc79C8', value: parseEther('1') })
      const receipt = await waitForTransactionReceipt(config, { hash, pollingInterval: 250 })
      return `Mined ${receipt.transactionHash}`
    },
    ...Object.fromEntries(
      chains.map(({ id, name }) => [
        `wagmi to ${name}`,
        async () => {
          const chain = await switchChain({ chainId: id })
          return `On chain ${chain.id}`
        },
      ]),
    ),
  }
  return (
    <Panel title="Actions of wagmi">
      <div className="buttons">
        {Object.entries(actions).map(([label, action]) => (
          <button key={label} type="button" onClick={() => run(setResult, action)}>
            {label}
          </button>
        ))}
      </div>
      <Result name="wagmi-result" state={result} />
    </Panel>
  )
}
