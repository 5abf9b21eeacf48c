import { cookieToInitialState } from '@latchkey/core/cookies'
import type { ReactElement } from 'react'
import { renderToString } from 'react-dom/server'
import { describe, expect, it } from 'vitest'
import { createModal } from '../createModal.js'
import { LatchkeyProvider } from '../hooks/LatchkeyProvider.js'
import { fakeChain } from '../testing/fakeChain.js'
import type { CreateModalOptions, UiModal } from '../uiModal.js'
import { AccountButton } from './AccountButton.js'
import { ConnectButton } from './ConnectButton.js'
import { NetworkButton } from './NetworkButton.js'
import { WalletButton } from './WalletButton.js'

// plain Node: no document, no window; any access to the outside world throws
const untouched = (): never => {
  throw new Error('The outside world was touched while rendering.')
}
const env = { fetch: untouched, now: untouched, setTimeout: untouched, random: untouched } as const

const create = (options: Partial<CreateModalOptions> = {}): UiModal =>
  createModal({
    adapters: [fakeChain()],
    env: { ...env, storage: untouched, window: untouched },
    ...options,
  })
const Buttons = ({ modal }: { readonly modal: UiModal }): ReactElement => (
  <LatchkeyProvider modal={modal}>
    <ConnectButton />
    <AccountButton showBalance />
    <NetworkButton />
  </LatchkeyProvider>
)
/** Custom buttons, rendered by the app. */
const OwnButtons = ({ modal }: { readonly modal: UiModal }): ReactElement => (
  <LatchkeyProvider modal={modal}>
    <ConnectButton.Custom>
      {({ status, account, network, getButtonProps }) => (
        <button {...getButtonProps()}>{`${status} ${account?.label ?? 'Log in'} ${network?.name}`}</button>
      )}
    </ConnectButton.Custom>
    <WalletButton wallet="io.metamask" />
    <WalletButton.Custom wallet="io.metamask">
      {({ status, name = 'MetaMask', getButtonProps }) => <button {...getButtonProps()}>{`${name} ${status}`}</button>}
    </WalletButton.Custom>
  </LatchkeyProvider>
)
const account = {
  connectorId: 'wallet',
  address: '0x1234567890abcdef1234567890abcdef12345678',
  caipNetworkId: 'eip155:2',
}
const cookie = encodeURIComponent(JSON.stringify({ activeNamespace: 'eip155', accounts: { eip155: account } }))

describe('buttons rendered on a server', () => {
  it('render the same HTML every time, without accessing the environment', () => {
    const modal = create()
    const html = renderToString(<Buttons modal={modal} />)
    expect(html).toBe(renderToString(<Buttons modal={create()} />))
    expect(html).toContain('>Connect</button>')
    expect(html).toContain('>Testnet One</span>')
    expect(html.match(/<button/g)).toHaveLength(2)
    expect(modal.getState().status).toBe('idle')
  })

  it('have no inline styles, even with theme variables', () => {
    const html = renderToString(
      <Buttons modal={create({ themeMode: 'dark', themeVariables: { '--lk-accent': 'red' } })} />,
    )
    expect(html).not.toContain('style=')
    expect(html).toContain('data-mode="dark"')
  })

  it('announce that they open a dialog', () => {
    expect(renderToString(<Buttons modal={create()} />)).toContain('aria-haspopup="dialog"')
  })

  it('show the account from the cookie before any wallet is contacted', () => {
    const modal = create({ initialState: cookieToInitialState(`latchkey.account=${cookie}`) })
    const html = renderToString(<Buttons modal={modal} />)
    expect(html).not.toContain('>Connect<')
    expect(html.match(/0x1234…5678/g)).toHaveLength(2)
    expect(modal.getState().status).toBe('idle')
  })

  it('can be custom, and show the account from the cookie too', () => {
    const html = renderToString(<OwnButtons modal={create()} />)
    expect(html).toContain('>disconnected Log in Testnet One</button>')
    expect(html).toContain('>MetaMask loading</button>')
    expect(html.match(/<button [^>]*aria-haspopup="dialog"/g)).toHaveLength(3)
    expect(html).not.toContain('disabled=""')
    const modal = create({ initialState: cookieToInitialState(`latchkey.account=${cookie}`) })
    expect(renderToString(<OwnButtons modal={modal} />)).toContain('>connecting 0x1234…5678 ')
    expect(modal.getState().status).toBe('idle')
  })

  it('take their labels from props, otherwise from the app’s messages', () => {
    const modal = create({ messages: { buttonConnect: 'Verbinden' } })
    expect(renderToString(<ConnectButton modal={modal} />)).toContain('>Verbinden<')
    expect(renderToString(<ConnectButton modal={modal} label="Log in" />)).toContain('>Log in<')
  })

  it('throw an error that names LatchkeyProvider if there is no modal', () => {
    expect(() => renderToString(<ConnectButton />)).toThrow('LatchkeyProvider')
  })
})
