import type { EvmWallet, WalletScript } from '@latchkey/testing'
import { type ReactElement, useState } from 'react'
import { type DevWalletMode, foreignChainId, getMode, setMode as saveMode } from '../../devWallet/evm.js'
import { Panel } from './Panel.js'

/** Scripts for the Dev wallet, by the text in the list. */
const behaviors: { readonly [name: string]: WalletScript | undefined } = {
  'works as it should': undefined,
  'rejects everything': { methods: { '*': { kind: 'reject' } } },
  'never answers': { methods: { '*': { kind: 'hang' } } },
  'is busy with another request': { methods: { eth_requestAccounts: { kind: 'throw', value: { code: -32_002 } } } },
  'claims to switch, but does not': { lieAboutSwitch: true },
  'ignores being disconnected': { ignoreRevoke: true },
  'answers nonsense': { methods: { eth_requestAccounts: { kind: 'reply', value: [''] } } },
}

export function DevWalletPanel({ wallet }: { readonly wallet: EvmWallet }): ReactElement {
  const [mode, setMode] = useState(getMode())
  return (
    <Panel title="Dev wallet">
      <label>
        When asked
        <select
          value={mode}
          onChange={(event) => {
            saveMode(event.target.value as DevWalletMode)
            setMode(getMode())
          }}
        >
          <option value="approve">approves by itself</option>
          <option value="ask">asks you</option>
        </select>
      </label>
      <label>
        The wallet
        <select
          onChange={(event) => {
            wallet.reset()
            const script = behaviors[event.target.value]
            if (script) wallet.script(script)
          }}
        >
          {Object.keys(behaviors).map((name) => (
            <option key={name}>{name}</option>
          ))}
        </select>
      </label>
      <div className="buttons">
        {wallet.accounts.map((account, index) => (
          <button key={account} type="button" onClick={() => wallet.selectAccount(index)}>
            Use account {index + 1}
          </button>
        ))}
      </div>
      <div className="buttons">
        {wallet.chains.map(({ id, name }) => (
          <button key={id} type="button" onClick={() => wallet.selectChain(id)}>
            {id === foreignChainId ? 'Go to an unsupported network' : `Wallet to ${name ?? id}`}
          </button>
        ))}
        <button type="button" onClick={() => wallet.disconnectSite()}>
          Forget this site
        </button>
      </div>
    </Panel>
  )
}
