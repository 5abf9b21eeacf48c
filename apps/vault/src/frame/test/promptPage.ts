import { FrameRequestError } from '../errors.js'
import { runCeremony } from '../passkey/runCeremony.js'
import type { ApprovalPrompt, PasskeyPrompt } from '../requests/approvalPrompt.js'
import { type FactorPrompt, isFactorWrong } from '../requests/factorPrompt.js'
import type { UnlockPrompt } from '../requests/requests.js'
import { startFrame } from '../startFrame.js'

/** Two plain buttons instead of the approval screen, so that tests of the frame itself can click them directly. */
const confirm: ApprovalPrompt['confirm'] = ({ summary, network, tokens, simulation, hold, isChanged, signal }) =>
  new Promise((resolve, reject) => {
    const screen = document.createElement('main')
    const shown = document.createElement('pre')
    shown.textContent = JSON.stringify({ summary, network: network.name, tokens, simulation, hold, isChanged })
    const close = (act: () => void): void => {
      screen.remove()
      act()
    }
    const buttons = (['Approve', 'Reject'] as const).map((name) => {
      const button = document.createElement('button')
      button.textContent = name
      button.onclick = () => close(() => resolve(name === 'Approve'))
      return button
    })
    signal.addEventListener('abort', () => close(() => reject(signal.reason)), { once: true })
    screen.append(shown, ...buttons)
    document.body.append(screen)
  })

const notify: ApprovalPrompt['notify'] = (notice, { signal }) =>
  new Promise((resolve) => {
    const screen = document.createElement('main')
    const shown = document.createElement('pre')
    shown.textContent = JSON.stringify({ notice })
    const close = (how: 'closed' | 'cancel'): void => {
      screen.remove()
      resolve(how)
    }
    const buttons = (['Close', 'Cancel'] as const).map((name) => {
      const button = document.createElement('button')
      button.textContent = name
      button.onclick = () => close(name === 'Cancel' ? 'cancel' : 'closed')
      return button
    })
    signal.addEventListener('abort', () => close('closed'), { once: true })
    screen.append(shown, ...buttons)
    document.body.append(screen)
  })

/** A field and two plain buttons instead of the screen. */
const askFactor: FactorPrompt = ({ send }) =>
  new Promise((resolve, reject) => {
    const screen = document.createElement('form')
    const input = document.createElement('input')
    const message = document.createElement('output')
    const close = (act: () => void): void => {
      screen.remove()
      act()
    }
    const buttons = (['Continue', 'Give up'] as const).map((name) => {
      const button = document.createElement('button')
      button.type = 'button'
      button.textContent = name
      button.onclick = () => {
        if (name === 'Give up')
          return close(() => reject(new FrameRequestError('User rejected the request.', { code: 4001 })))
        send({ kind: 'code', code: input.value }).then(
          (result) => close(() => resolve(result)),
          (cause: unknown) => {
            if (isFactorWrong(cause)) message.textContent = cause.message
            else close(() => reject(cause))
          },
        )
      }
      return button
    })
    screen.append(input, message, ...buttons)
    document.body.append(screen)
  })

/** Runs the browser's passkey ceremony without its own screen. */
const askPasskey: PasskeyPrompt = async ({ options, send, signal }) => send(await runCeremony({ options, signal }))

const prompt: ApprovalPrompt = { confirm, askFactor, askPasskey, notify }

const unlock: UnlockPrompt = () =>
  new Promise((resolve, reject) => {
    const buttons = (['Unlock', 'Leave it locked'] as const).map((name) => {
      const button = document.createElement('button')
      button.textContent = name
      button.onclick = () => {
        for (const one of buttons) one.remove()
        if (name === 'Unlock') resolve()
        else reject(new FrameRequestError('User rejected the request.', { code: 4001 }))
      }
      return button
    })
    document.body.append(...buttons)
  })

const isStarted = startFrame({
  window,
  createPrompt: () => prompt,
  createUnlock: () => unlock,
  createFactor: () => ({ ask: askFactor, close: () => undefined }),
  // uses a fixed email and code, because the screens have separate tests
  createLogin: () => ({
    ask: async ({ start, finish }) => {
      await start('guest@example.org')
      return finish('123456')
    },
    close: () => undefined,
  }),
})
document.documentElement.dataset['started'] = String(isStarted)
