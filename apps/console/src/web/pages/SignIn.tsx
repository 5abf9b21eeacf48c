import { startAuthentication, startRegistration } from '@simplewebauthn/browser'
import { type ReactElement, type ReactNode, useEffect, useState } from 'react'
import type { Role } from '../../access.js'
import { RequestError, useClient } from '../client.js'
import { Field } from '../fields.js'
import { useLoaded, useLocation, useWork } from '../hooks.js'
import { Icon } from '../icons.js'
import { Button, Failure } from '../parts.js'
import { Brand } from '../Shell.js'

type SignedInProps = { readonly onSignedIn: () => Promise<void> }

/** Runs a passkey ceremony and converts the browser's errors to readable ones. */
export async function withPasskey<result>(ask: () => Promise<result>): Promise<result> {
  try {
    return await ask()
  } catch (cause) {
    const { name } = cause as Error
    if (name === 'InvalidStateError')
      throw new RequestError('This device already has a passkey for you. Use another device.', {
        code: 'PASSKEY',
        cause,
      })
    throw new RequestError('No passkey was used. Try again, or use another device.', { code: 'PASSKEY', cause })
  }
}

function Alone({ title, children }: { readonly title: string; readonly children: ReactNode }): ReactElement {
  useEffect(() => {
    document.title = `${title} · Latchkey console`
  }, [title])
  return (
    <main id="main" className="alone">
      <div className="sign-in">
        <Brand />
        <h1>{title}</h1>
        {children}
      </div>
    </main>
  )
}

const problems: Readonly<Record<string, string>> = {
  SINGLE_SIGN_ON: 'The sign-in was refused. Your account may have no role in this console: ask an owner.',
  PASSKEY_REFUSED: 'The sign-in took too long. Try again.',
}

type SignInProps = SignedInProps & {
  /** Whether a session has just ended without a click on "Sign out". */
  readonly isEnded: boolean
}

export function SignInPage({ isEnded, onSignedIn }: SignInProps): ReactElement {
  const client = useClient()
  const { searchParams } = useLocation()
  const { isBusy, error, run } = useWork()
  const provider = useWork()
  const { data } = useLoaded('sign-in', (one, signal) => one.ask('GET /api/sign-in', {}, signal))
  const problem = searchParams.get('problem')
  const signIn = (): void =>
    void run(async () => {
      const options = await client.ask('POST /api/sign-in/options', {})
      const response = await withPasskey(() => startAuthentication({ optionsJSON: options }))
      await client.ask('POST /api/sign-in', { response })
    }).then((isDone) => (isDone ? onSignedIn() : undefined))
  return (
    <Alone title="Sign in">
      {isEnded && <p role="status">Your session has ended. Sign in again to continue.</p>}
      <p className="muted">Use the passkey of this device, your phone or a security key.</p>
      <Button kind="primary" icon="keys" isBusy={isBusy} onClick={signIn}>
        Sign in with a passkey
      </Button>
      {data?.singleSignOn != null && (
        <Button
          isBusy={provider.isBusy}
          onClick={() =>
            void provider.run(async () => {
              location.assign((await client.ask('POST /api/sign-in/provider', {})).url)
            })
          }
        >
          Continue with {data.singleSignOn}
        </Button>
      )}
      <Failure error={error ?? provider.error} />
      {!error && !provider.error && problem !== null && (
        <Failure error={new RequestError(problems[problem] ?? 'The sign-in failed. Try again.', { code: problem })} />
      )}
      <p className="muted small-text">No passkey yet? An owner can invite you.</p>
    </Alone>
  )
}

const duties: Readonly<Record<Role, string>> = {
  owner: 'You can change everything.',
  support: 'You can help users: freeze wallets, log devices out, decide proposals about users.',
  auditor: 'You can read everything, and change nothing.',
}

export function InvitePage({ onSignedIn }: SignedInProps): ReactElement {
  const client = useClient()
  const [token] = useState(() => location.hash.slice(1))
  const [passkey, setPasskey] = useState('This device')
  const { isBusy, error, run } = useWork()
  const invite = useLoaded(`invite ${token}`, (one, signal) => one.ask('POST /api/invite/options', { token }, signal))
  useEffect(() => {
    // the link is a secret until it is used: keep it out of the history
    history.replaceState(null, '', '/invite')
  }, [])
  const accept = (): void =>
    void run(async () => {
      const { options } = await client.ask('POST /api/invite/options', { token })
      const response = await withPasskey(() => startRegistration({ optionsJSON: options }))
      await client.ask('POST /api/invite', { token, passkey: passkey.trim() || 'Passkey', response })
    }).then((isDone) => (isDone ? onSignedIn() : undefined))
  if (invite.error)
    return (
      <Alone title="Invitation">
        <Failure error={invite.error} />
        {invite.error.code === 'INVITE_INVALID' || invite.error.code === 'INVALID_PARAMS' ? (
          <Button onClick={() => void onSignedIn()}>Go to sign-in</Button>
        ) : (
          <Button onClick={invite.reload}>Try again</Button>
        )}
      </Alone>
    )
  if (!invite.data)
    return (
      <Alone title="Invitation">
        <span className="spinner large" role="status" aria-label="Loading" />
      </Alone>
    )
  return (
    <Alone title={`Welcome, ${invite.data.name}`}>
      <p className="muted">
        You are invited as <b>{invite.data.role}</b>. {duties[invite.data.role]}
      </p>
      <form
        className="stack"
        onSubmit={(event) => {
          event.preventDefault()
          accept()
        }}
      >
        <Field
          label="Name of the passkey"
          value={passkey}
          maxLength={64}
          onChange={(event) => setPasskey(event.target.value)}
          hint="To tell it from others that you add later."
        />
        <Button kind="primary" type="submit" icon="keys" isBusy={isBusy}>
          Create a passkey
        </Button>
      </form>
      <Failure error={error} />
      <p className="muted small-text">
        <Icon name="operators" /> A passkey is a key on your device. It opens with your fingerprint, face or PIN.
      </p>
    </Alone>
  )
}
