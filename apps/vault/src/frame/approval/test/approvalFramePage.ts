import { VaultError } from '../../errors.js'
import { createApprovalPrompt } from '../createApprovalPrompt.js'

/** A frame that shows what the page around it sends, and tells it what became of it. For tests of the screen alone. */
const origin = new URLSearchParams(location.search).get('origin') ?? ''
const prompt = createApprovalPrompt({
  window,
  origin,
  project: 'demo',
  onScreen: (screen) => window.parent.postMessage({ screen }, location.ancestorOrigins[0] ?? ''),
})
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
  if (!data.summary) return
  waiting.abort = new AbortController()
  const { summary, network, tokens = {}, simulation, hold, isChanged } = data
  const request = { summary, network, tokens, simulation, hold, isChanged, expiresAt: 0 }
  prompt.confirm({ ...request, signal: waiting.abort.signal }).then(
    (isApproved) => {
      post({ outcome: isApproved })
      if (isApproved && data.code) askFactor(data.code, post)
    },
    (error: Error) => post({ outcome: error.message }),
  )
})

/** As where a transfer is above a limit: only one code is right. */
function askFactor(code: string, post: (message: object) => void): void {
  const send = async (proof: { readonly code: string }): Promise<string> => {
    if (proof.code === code) return 'sent'
    throw new VaultError({ code: 'CODE_WRONG', message: 'This code is wrong.', factors: ['totp'] })
  }
  prompt.askFactor({ kinds: ['totp'], send, signal: waiting.abort.signal }).then(
    (outcome) => post({ outcome }),
    (error: Error) => post({ outcome: error.message }),
  )
}
root.dataset['ready'] = 'true'
