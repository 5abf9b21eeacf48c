import { ConnectButton, NetworkButton, useSignIn } from '@latchkey/ui-react'
import { type ReactElement, useEffect, useState } from 'react'
import { AccountPanel, NetworkPanel } from '../lab/panels/AccountPanel.js'
import { ChainsPanel } from '../lab/panels/ChainsPanel.js'
import { EventLog } from '../lab/panels/EventLog.js'
import { Panel, Result, type ResultState, run } from '../lab/panels/Panel.js'

type MembersAppProps = { readonly membersUrl: string | undefined }

/** A page with content for users who have signed in with their wallet. */
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

/** Shows the members-only resource and reloads it after each sign-in or sign-out. */
function MembersPanel({ membersUrl }: { readonly membersUrl: string | undefined }): ReactElement {
  const { status, session, signIn, signOut } = useSignIn()
  const [page, setPage] = useState<ResultState>()
  const signature = session?.signature

  // biome-ignore lint/correctness/useExhaustiveDependencies: the response depends on the session
  useEffect(() => {
    if (membersUrl) run(setPage, () => fetchMembersPage(membersUrl))
  }, [membersUrl, signature])

  return (
    <Panel title="For members" wide>
      <dl>
        <dt>Sign-in</dt>
        <dd data-testid="sign-in">{status}</dd>
        <dt>Signed in as</dt>
        <dd data-testid="member">{session ? session.data.accountAddress : '–'}</dd>
      </dl>
      <div className="buttons">
        <button type="button" disabled={status !== 'signedOut'} onClick={() => void signIn().catch(ignoreError)}>
          Sign in
        </button>
        <button
          type="button"
          disabled={status !== 'signedIn'}
          onClick={() => run(setPage, async () => leaveMembers(signOut))}
        >
          Sign out
        </button>
        {membersUrl && (
          <button type="button" onClick={() => run(setPage, () => fetchMembersPage(membersUrl))}>
            Read again
          </button>
        )}
      </div>
      {membersUrl ? (
        <Result name="members-page" state={page} />
      ) : (
        <p>The server of this page does not run: see what the launcher said of the gateway.</p>
      )}
    </Panel>
  )
}

/** The modal shows the error. */
function ignoreError(): void {}

async function leaveMembers(signOut: () => Promise<void>): Promise<string> {
  await signOut()
  return 'Signed out'
}

/** Fetches the members-only resource for this session. Rejects with the server's error message. */
async function fetchMembersPage(url: string): Promise<string> {
  const response = await fetch(url, { credentials: 'include' })
  const text = await response.text()
  if (!response.ok) throw new Error(`The server returned ${response.status}: ${text}`)
  return text
}
