import { createFactorForm } from '../frame/approval/createFactorForm.js'
import { h } from '../frame/approval/h.js'
import { FrameRequestError } from '../frame/errors.js'
import { type FactorQuestion, isFactorNeeded } from '../frame/requests/factorPrompt.js'
import type { CallVault } from '../frame/session/client.js'
import type { CustodyMethod, CustodyParams, CustodyResult } from '../protocol/custody.js'
import type { FactorProof } from '../protocol/factor.js'
import type { PasskeyOptions } from '../protocol/passkey.js'
import { say, toTime } from '../words/say.js'
import { createButton, toSentence } from './elements.js'
import { words } from './texts.js'
import { toFactorWords } from './words/pageWords.js'

/** Calls that complete a login. The second factor follows in a separate call. */
const loginMethods: readonly CustodyMethod[] = ['email.verify', 'phone.verify', 'social.finish', 'farcaster.wait']

/** Wraps calls of the vault: one that takes the second factor asks for it in a dialog, and is sent again with it. */
export function createFactorCall(call: CallVault): CallVault {
  /** The last SMS is for a number that is added to the wallet: its code takes the second factor with it. */
  let addsNumber = false
  return async <method extends CustodyMethod>(method: method, params: CustodyParams<method>) => {
    if (method === 'phone.start') addsNumber = (params as CustodyParams<'phone.start'>).use === 'link'
    try {
      return await call(method, params)
    } catch (cause) {
      if (!isFactorNeeded(cause)) throw cause
      const isLogin = loginMethods.includes(method) && !(method === 'phone.verify' && addsNumber)
      const send = (proof: FactorProof): Promise<CustodyResult<method>> =>
        isLogin ? finishLogin<method>(proof) : call(method, { ...params, proof } as CustodyParams<method>)
      const startPasskey = async (): Promise<PasskeyOptions> =>
        (await call('factors.passkey', { method: isLogin ? 'factors.login' : method })).options
      return ask({ kinds: cause.factors ?? [], startPasskey, send }, isLogin ? call : undefined)
    }
  }

  /** The second half of a login, whichever way it was begun. */
  async function finishLogin<method extends CustodyMethod>(proof: FactorProof): Promise<CustodyResult<method>> {
    const { user } = await call('factors.login', { proof })
    return { status: 'done', user } as unknown as CustodyResult<method>
  }
}

/** `lose`: offers recovery from lost factors, for users who are logging in. */
function ask<result>(question: Omit<FactorQuestion<result>, 'signal'>, lose: CallVault | undefined): Promise<result> {
  return new Promise((resolve, reject) => {
    const dialog = h('dialog', { class: 'factor', 'aria-labelledby': 'factor-title' })
    const closed = new AbortController()
    const close = (act: () => void): void => {
      closed.abort()
      dialog.close()
      dialog.remove()
      act()
    }
    const cancel = (): void => close(() => reject(new Error(words.factor.canceled)))
    const { form, start, isChecking } = createFactorForm({
      ...question,
      window,
      origin: window.location.origin,
      signal: closed.signal,
      describe: toSentence,
      words: toFactorWords(words),
      onDone: (result) => close(() => resolve(result)),
      onFailed: (cause) => (cause instanceof FrameRequestError ? cancel() : close(() => reject(cause))),
    })
    dialog.addEventListener('cancel', (event) => {
      event.preventDefault()
      // the call may go through
      if (!isChecking()) cancel()
    })
    // browsers close it at a second Escape, whatever the first one did
    dialog.addEventListener('close', () => {
      if (dialog.isConnected) dialog.showModal()
    })
    const title = h('h2', { id: 'factor-title' }, words.factor.dialog)
    dialog.append(title, form, ...(lose ? [createLoss(lose)] : []))
    document.body.append(dialog)
    dialog.showModal()
    start()
  })
}

/** Creates the form for users who have lost their phone and their backup codes. */
export function createLoss(call: CallVault): HTMLElement {
  const place = h('div')
  const report = createButton(words.factor.lostConfirm, async () => {
    const { dueAt } = await call('factors.lose', {})
    place.replaceChildren(h('p', { role: 'status' }, say(words.factor.lostDone, { time: toTime(dueAt) })))
  })
  const begin = createButton(
    words.factor.lost,
    () => place.replaceChildren(h('p', {}, words.factor.lostLead), report),
    { tone: 'quiet' },
  )
  place.append(begin)
  return place
}
