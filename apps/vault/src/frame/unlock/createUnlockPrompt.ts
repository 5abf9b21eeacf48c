import type { FrameScreen } from '@latchkey/embedded-wallet/protocol'
import { parsePrintedCode, toFactorValue } from '../../encoding/printedCode.js'
import type { SealState } from '../../protocol/account.js'
import { readUnlockMessage } from '../../protocol/unlockWindow.js'
import { language, say, toClock } from '../../words/say.js'
import { h } from '../approval/h.js'
import { createIcon } from '../approval/render/elements.js'
import { watchScreen } from '../approval/watchScreen.js'
import { FrameRequestError, VaultError } from '../errors.js'
import type { UnlockPrompt } from '../requests/requests.js'
import type { Session } from '../session/session.js'
import { toRefusal, words } from '../texts.js'

type UnlockPromptOptions = {
  readonly window: Window & typeof globalThis
  /** Origin of the page around the frame. */
  readonly origin: string
  readonly session: Pick<Session, 'call'>
  readonly onScreen: (screen: FrameScreen) => void
}

/**
 * Asks the user to unlock their sealed wallet for this browser, in the vault's own window, or in the frame if the browser opens none. A new
 * browser asks an older one first. Resolves once it is unlocked; rejects if the user cancels.
 */
export function createUnlockPrompt({ window, origin, session, onScreen }: UnlockPromptOptions): UnlockPrompt {
  return ({ signal }) =>
    new Promise((resolve, reject) => {
      const ended = new AbortController()
      const screen = h('main', { class: 'approval', 'aria-labelledby': 'unlock-title' })
      let popup: ReturnType<typeof openUnlockWindow> = null
      let stopReporting: (() => void) | undefined

      const end = (): void => {
        ended.abort()
        popup?.close()
        stopReporting?.()
        screen.remove()
      }
      signal.addEventListener(
        'abort',
        () => {
          end()
          reject(signal.reason)
        },
        { signal: ended.signal },
      )
      const cancel = (): void => {
        end()
        reject(new FrameRequestError('User rejected the request.', { code: 4001 }))
      }
      const unlock = async (value: string): Promise<void> => {
        await session.call('seal.unlock', { value }, { signal })
        end()
        resolve()
      }
      const fail = (cause: unknown): void => {
        if (ended.signal.aborted) return
        end()
        reject(cause)
      }

      async function refresh(): Promise<void> {
        const state = await session.call('seal.get', {}, { signal })
        if (ended.signal.aborted) return
        if (!state.isSealed || state.unlockedUntil !== undefined) {
          end()
          resolve()
        } else if (state.isConfirmed) showUnlock(state)
        else showAsking(state)
      }

      function showUnlock({ passkeys }: SealState): void {
        const open = (): void => {
          popup?.close()
          popup = openUnlockWindow({ window, origin, passkeys, onTry: unlock })
          if (!popup) showForm()
        }
        show({
          title: words.shared.unlockTitle,
          button: words.shared.unlock,
          icon: 'open',
          act: open,
          text: words.unlock.lead,
        })
      }

      /** Used if the browser opens no window from here. */
      function showForm(): void {
        const input = h('input', { type: 'text' })
        input.autocomplete = 'off'
        input.spellcheck = false
        show({
          title: words.shared.unlockTitle,
          button: words.shared.unlock,
          text: words.unlock.blocked,
          field: h('label', { class: 'field' }, h('span', {}, words.shared.printedCode), input),
          async act() {
            if (!parsePrintedCode(input.value)) throw new Error(words.shared.badCode)
            await unlock(await toFactorValue(input.value))
          },
        })
        input.focus()
      }

      function showAsking({ askedUntil }: SealState): void {
        const title = words.unlock.newTitle
        if (askedUntil !== undefined) {
          const values = { page: `${window.location.host}/account`, time: toClock(askedUntil) }
          show({ title, text: say(words.unlock.asked, values), button: words.shared.checkAgain, act: refresh })
        } else
          show({
            title,
            button: words.shared.requestConfirmation,
            text: words.unlock.newLead,
            act: async () => {
              await session.call('seal.ask', {}, { signal })
              await refresh()
            },
          })
      }

      function show({ title: name, text, field, button: label, icon, act }: View): void {
        const title = h('h1', { id: 'unlock-title', tabindex: '-1' }, name)
        const status = h('p', { class: 'status', role: 'alert' })
        const reject = h('button', { type: 'button', class: 'button' }, words.shared.cancel)
        const button = h('button', { type: 'button', class: 'button', 'data-kind': 'primary' }, label)
        if (icon) button.append(createIcon(icon))
        reject.addEventListener('click', cancel)
        button.addEventListener('click', () => {
          button.disabled = true
          status.replaceChildren()
          // within the click, or browsers block the window
          void run(act)
            .catch((cause: unknown) => status.replaceChildren(toSentence(cause)))
            .finally(() => {
              button.disabled = false
            })
        })
        const content = h('div', { class: 'content' }, h('p', { class: 'lead' }, text), field)
        const foot = h('footer', {}, status, h('div', { class: 'two' }, reject, button))
        screen.replaceChildren(h('header', {}, title), content, foot)
        window.document.body.append(screen)
        window.document.title = name
        stopReporting?.()
        stopReporting = watchScreen(screen, onScreen)
        title.focus({ preventScroll: true })
      }

      if (signal.aborted) return fail(signal.reason)
      void refresh().catch(fail)
    })
}

type View = {
  readonly title: string
  readonly text: string
  readonly field?: HTMLElement
  readonly button: string
  readonly icon?: 'open'
  readonly act: () => Promise<void> | void
}

async function run(act: View['act']): Promise<void> {
  await act()
}

function toSentence(cause: unknown): string {
  if (cause instanceof VaultError) return toRefusal(cause)
  return cause instanceof Error && cause.message !== '' ? cause.message : words.shared.errors.unknown
}

type UnlockWindowOptions = {
  readonly window: Window & typeof globalThis
  /** Origin of the page around the frame. */
  readonly origin: string
  readonly passkeys: readonly string[]
  /** Rejects if this doesn't unlock the wallet: the window shows why. */
  readonly onTry: (value: string) => Promise<void>
}

/** Asks for a factor in the vault's own window, which no page can cover. Null if the browser doesn't open it. */
function openUnlockWindow({ window, origin, passkeys, onTry }: UnlockWindowOptions): { close(): void } | null {
  const { origin: own } = window.location
  const popup = window.open(`${own}/unlock?lang=${language}`, '_blank', 'popup,width=420,height=680')
  if (!popup) return null
  const ended = new AbortController()
  const listen = (event: MessageEvent): void => {
    const message = readUnlockMessage(event, { own, other: popup })
    if (message?.type === '@latchkey/UNLOCK_READY')
      popup.postMessage({ type: '@latchkey/UNLOCK_SHOW', origin, passkeys }, own)
    if (message?.type === '@latchkey/UNLOCK_TRY')
      void onTry(message.value).catch((cause: unknown) => {
        const { code, retryAfter } = cause instanceof VaultError ? cause : {}
        popup.postMessage({ type: '@latchkey/UNLOCK_FAILED', message: toSentence(cause), code, retryAfter }, own)
      })
  }
  window.addEventListener('message', listen, { signal: ended.signal })
  return {
    close() {
      ended.abort()
      popup.close()
    },
  }
}
