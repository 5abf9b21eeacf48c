import { useSiwx } from '@latchkey/ui-react'
import { type ReactElement, useEffect, useState } from 'react'
import { Panel } from '../panels/Panel.js'
import { Result, type ResultState, run } from '../panels/Result.js'
import { fetchMembersPage } from './fetchMembersPage.js'

/** What the server gives to members, asked for again whenever somebody signs in or out. */
export function MembersPanel({ membersUrl }: { readonly membersUrl: string | undefined }): ReactElement {
  const { status, session, signIn, signOut } = useSiwx()
  const [page, setPage] = useState<ResultState>()
  const signature = session?.signature

  // biome-ignore lint/correctness/useExhaustiveDependencies: the server answers each session in another way
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
        <button type="button" disabled={status !== 'signedOut'} onClick={() => void signIn().catch(told)}>
          Sign in
        </button>
        <button type="button" disabled={status !== 'signedIn'} onClick={() => run(setPage, async () => leave(signOut))}>
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

/** By the modal. */
function told(): void {}

async function leave(signOut: () => Promise<void>): Promise<string> {
  await signOut()
  return 'Signed out'
}
