import { AccountButton, ConnectButton, NetworkButton, useModal } from '@latchkey/ui-react'
import { type ReactElement, useEffect, useRef } from 'react'
import type { DemoConfig } from '../config.js'
import { type DemoOptions, parseShownToken } from '../demoOptions.js'
import type { DevWallets } from '../devWallet/wallets.js'
import { AccountPanel, NetworkPanel } from './panels/AccountPanel.js'
import { ButtonsPanel } from './panels/ButtonsPanel.js'
import { CallsPanel } from './panels/CallsPanel.js'
import { ChainsPanel } from './panels/ChainsPanel.js'
import { DevWalletPanel } from './panels/DevWalletPanel.js'
import { EventLog } from './panels/EventLog.js'
import { FundPanel } from './panels/FundPanel.js'
import { OptionsPanel } from './panels/OptionsPanel.js'
import { PayPanel } from './panels/PayPanel.js'
import { PermissionPanel } from './panels/PermissionPanel.js'
import { SendPanel } from './panels/SendPanel.js'
import { SignPanel } from './panels/SignPanel.js'
import { ThemePanel } from './panels/ThemePanel.js'
import { TokenPanel } from './panels/TokenPanel.js'

type LabAppProps = { readonly config: DemoConfig; readonly options: DemoOptions; readonly wallets: DevWallets }

export function LabApp({ config, options, wallets }: LabAppProps): ReactElement {
  return (
    <>
      <header className="top">
        <h1>
          <img src="/favicon.svg" alt="" width="32" height="32" /> Latchkey
        </h1>
        <div className="top-buttons">
          <ConnectButton />
          {parseShownToken(location.search) && <AccountButton showBalance />}
          <NetworkButton />
        </div>
      </header>
      <main>
        {options.inline && <EmbeddedModal />}
        <p className="intro">
          Press <b>Connect</b> and choose <b>Dev wallet</b>: it signs for real on the EVM, Solana and Bitcoin chains
          that run on this machine. What a site has to write for all this is in <code>src/createDemoModal.ts</code>.
          {config.signIn && (
            <>
              {' '}
              What is for <a href="/members.html">members only</a> asks for a sign-in with the wallet.
            </>
          )}
          {options.embeddedWallet && config.mailboxUrl && (
            <>
              {' '}
              Or type any email address, or a mobile number: what is sent to it ends in the{' '}
              <a href={config.mailboxUrl} target="_blank" rel="noopener noreferrer">
                mailbox
              </a>{' '}
              on this machine.
            </>
          )}
          {options.embeddedWallet && options.socials && config.socials && (
            <> Or log in at one of the other sites: a provider on this machine plays them all.</>
          )}
          {config.walletUrl && (
            <>
              {' '}
              To pair as with a phone, open the{' '}
              <a href={config.walletUrl} target="_blank" rel="noopener noreferrer">
                test wallet
              </a>{' '}
              in another tab, and give it the code that <b>WalletConnect</b> shows.
            </>
          )}
        </p>
        <div className="panels">
          {(options.solana || options.bitcoin) && <ChainsPanel />}
          <AccountPanel />
          <NetworkPanel />
          <ButtonsPanel />
          <SignPanel />
          <SendPanel config={config} />
          {options.embeddedWallet && config.tokenUrl && <TokenPanel tokenUrl={config.tokenUrl} />}
          {options.pay && <PayPanel />}
          <CallsPanel />
          <PermissionPanel />
          <FundPanel config={config} />
          <DevWalletPanel wallet={wallets.evm} />
          <ThemePanel />
          <OptionsPanel options={options} />
          <EventLog />
        </div>
      </main>
    </>
  )
}

/** Mounts the modal inline in the page instead of as an overlay. */
function EmbeddedModal(): ReactElement {
  const { modal } = useModal()
  const place = useRef<HTMLDivElement>(null)
  useEffect(() => {
    modal.start()
    const element = modal.getElement()
    if (element) place.current?.append(element)
  }, [modal])
  return <div className="embedded" ref={place} />
}
