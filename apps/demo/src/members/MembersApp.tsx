import { ConnectButton, NetworkButton } from '@latchkey/ui-react'
import type { ReactElement } from 'react'
import { AccountPanel } from '../panels/AccountPanel.js'
import { ChainsPanel } from '../panels/ChainsPanel.js'
import { EventLog } from '../panels/EventLog.js'
import { NetworkPanel } from '../panels/NetworkPanel.js'
import { MembersPanel } from './MembersPanel.js'

export type MembersAppProps = { readonly membersUrl: string | undefined }

/** A page whose server shows something to those only who have signed in with their wallet. */
export function MembersApp({ membersUrl }: MembersAppProps): ReactElement {
  return (
    <>
      <header className="top">
        <h1>
          <img src="/favicon.svg" alt="" width="32" height="32" /> Members only
        </h1>
        <div className="top-buttons">
          <ConnectButton />
          <NetworkButton />
        </div>
      </header>
      <main>
        <p className="intro">
          Connect a wallet and sign the message that it shows: it costs nothing, and proves to the server of this page
          that the address is yours. With <a href="/members.html?siwxRequired=0">sign-in not required</a> a visitor may
          look around without; <a href="/members.html">required</a>, only who signs in stays connected.
        </p>
        <div className="panels">
          <MembersPanel membersUrl={membersUrl} />
          <ChainsPanel />
          <AccountPanel />
          <NetworkPanel />
          <EventLog />
        </div>
      </main>
    </>
  )
}
