import type { FactorKind, FactorProof } from '../../../protocol/factor.js'
import { VaultError } from '../../errors.js'
import { createFactorPrompt } from '../../factor/createFactorPrompt.js'
import type { createGuestPrompt } from '../../guest/createGuestPrompt.js'
import { createLoginPrompt } from '../../guest/createLoginPrompt.js'
import type { FactorPrompt } from '../../requests/factorPrompt.js'
import { createApprovalPrompt } from '../createApprovalPrompt.js'

/** A frame that shows the requests of its parent page, and reports the outcome. For tests of the screen alone. */
const origin = new URLSearchParams(location.search).get('origin') ?? ''
const prompt = createApprovalPrompt({
  window,
  origin,
  project: 'demo',
  onScreen: (screen) => window.parent.postMessage({ screen }, location.ancestorOrigins[0] ?? ''),
})
const guestScript = '/guest.js'
const guest = createLoginPrompt({
  window,
  origin,
  onScreen: (screen) => window.parent.postMessage({ screen }, location.ancestorOrigins[0] ?? ''),
  onShown: () => true,
  // a separate script, as in the vault
  load: async () => (await import(guestScript)) as { readonly createGuestPrompt: typeof createGuestPrompt },
})
const factor = createFactorPrompt({ window, origin, onScreen: () => undefined, onShown: () => true })
const root = document.documentElement
const waiting = { abort: new AbortController() }

window.addEventListener('message', ({ data, source, origin }) => {
  if (source !== window.parent || source === window) return
  const post = (message: object): void => window.parent.postMessage(message, origin)
  if (data.dir) root.dir = data.dir
  if (data.theme) root.dataset['theme'] = data.theme
  if (data.accent) root.style.setProperty('--accent', data.accent)
  if (data.abort) waiting.abort.abort(new Error('gone'))
  if (data.notice)
    void prompt.notify(data.notice, { signal: waiting.abort.signal }).then((outcome) => post({ outcome }))
  if (data.close) for (const { close } of [guest, factor]) close()
  if (data.factor) askFactor(data.factor, { ask: factor.ask, post })
  if (data.guest) addLogin(data.guest, data.delay ?? 0, post)
  if (!data.summary) return
  waiting.abort = new AbortController()
  const { summary, network, tokens = {}, simulation, hold, isChanged } = data
  const request = { summary, network, tokens, simulation, hold, isChanged, expiresAt: 0 }
  prompt.confirm({ ...request, signal: waiting.abort.signal }).then(
    (isApproved) => {
      post({ outcome: isApproved })
      if (isApproved && data.code) askFactor(data, { ask: prompt.askFactor, post })
    },
    (error: Error) => post({ outcome: error.message }),
  )
})

/** Simulates a vault that accepts one code. The first call with a value in `failures` fails. */
function addLogin(
  failures: { readonly [value: string]: ConstructorParameters<typeof VaultError>[0] },
  /** Milliseconds that the vault takes to check a code. */
  delay: number,
  post: (message: object) => void,
): void {
  waiting.abort = new AbortController()
  const left = new Map(Object.entries(failures))
  let typed = ''
  const check = (value: string): void => {
    const failure = left.get(value)
    left.delete(value)
    if (failure) throw new VaultError(failure)
  }
  const start = async (email: string): Promise<{ readonly retryAfter: number }> => {
    post({ outcome: `mailed ${email}` })
    check(email)
    typed = email
    return { retryAfter: 2 }
  }
  const finish = async (code: string): Promise<string> => {
    await new Promise((resolve) => setTimeout(resolve, delay))
    check(code)
    if (code !== '123456') throw new VaultError({ code: 'CODE_WRONG', message: 'Invalid code' })
    return typed
  }
  guest.ask({ start, finish, signal: waiting.abort.signal }).then(
    (outcome) => post({ outcome }),
    (error: Error) => post({ outcome: error.message }),
  )
}

type Asked = {
  readonly code: string
  readonly kinds?: readonly FactorKind[] | undefined
  /** Id of a passkey for the page's own host. */
  readonly credential?: string | undefined
  readonly isRefused?: boolean | undefined
  /** Response time of the vault in milliseconds. */
  readonly delay?: number | undefined
}

/** Asks for a second factor. Accepts one code, and any passkey unless `isRefused` is set. */
function askFactor(
  { code, kinds = ['totp'], credential = '', isRefused, delay = 0 }: Asked,
  { ask, post }: { readonly ask: FactorPrompt; readonly post: (message: object) => void },
): void {
  const send = async (proof: FactorProof): Promise<string> => {
    await new Promise((resolve) => setTimeout(resolve, delay))
    if (proof.kind === 'passkey' ? !isRefused : proof.code === code) return `sent by ${proof.kind}`
    if (proof.kind === 'passkey')
      throw new VaultError({ code: 'PASSKEY_REFUSED', message: 'This passkey is refused.', factors: kinds })
    throw new VaultError({ code: 'CODE_WRONG', message: 'This code is wrong.', factors: kinds })
  }
  const allowCredentials = [{ id: credential, type: 'public-key' as const }]
  const options = { challenge: 'AAAA', rpId: location.hostname, userVerification: 'required' as const, timeout: 60_000 }
  const startPasskey = () => Promise.resolve({ ...options, allowCredentials })
  ask({ kinds, startPasskey, send, signal: waiting.abort.signal }).then(
    (outcome) => post({ outcome }),
    (error: Error) => post({ outcome: error.message }),
  )
}
root.dataset['ready'] = 'true'
