import { words } from '../texts.js'
import { createGuard, type Guard, type GuardReason } from './guard.js'

/** Texts that explain why the button is disabled. */
export type GuardTexts = {
  readonly notSeen: string
  /** A click didn't count, as something changed right after it. */
  readonly disturbed: string
}

type GuardButtonOptions = {
  readonly window: Window & typeof globalThis
  /** Fills the frame: all of it has to be visible. */
  readonly target: Element
  readonly button: HTMLButtonElement
  readonly texts: GuardTexts
  /** Whether a click would count, apart from the guard. */
  readonly isReady: () => boolean
  /** Why a click wouldn't count now; empty if there is nothing to say. */
  readonly onHint: (hint: string) => void
  /** A valid click: everything was visible, in focus, and stayed so. The button stays busy until `release`. */
  readonly onPress: () => void
}

export type GuardedButton = {
  /** Checks `isReady` again after a change. */
  update(): void
  /** Allows another click. */
  release(): void
  destroy(): void
}

/** Milliseconds after which the screen says why the button can't be pressed yet. */
const explainTime = 400

/** Has a button count only clicks that the user can have intended. See {@link createGuard}. */
export function guardButton({
  window,
  target,
  button,
  texts,
  isReady,
  onHint,
  onPress,
}: GuardButtonOptions): GuardedButton {
  const reasons: { readonly [reason in NonNullable<GuardReason>]: string } = {
    notSeen: texts.notSeen,
    notFocused: words.screen.notFocused,
    changing: '',
  }
  const end = new AbortController()
  let reason: GuardReason = 'changing'
  let isExplained = false
  let isPressed = false
  let isClearDown = false
  let note = ''
  let explaining = 0
  const update = (): void => {
    button.disabled = !(reason === null && isReady()) && !isPressed
    onHint((isExplained && reason ? reasons[reason] : '') || note)
  }
  const release = (): void => {
    isPressed = false
    button.removeAttribute('aria-busy')
    update()
  }
  const guard = createGuard({
    window,
    target,
    onChange(next) {
      reason = next
      isExplained = false
      update()
      window.clearTimeout(explaining)
      // not at once: every screen is unseen until the browser has looked at it
      explaining = window.setTimeout(() => {
        isExplained = true
        update()
      }, explainTime)
    },
    onWait(time) {
      if (isReady() && !isPressed) fillButton(window, button, time)
    },
  })
  button.addEventListener(
    'pointerdown',
    (event) => {
      isClearDown = guard.canPress(event)
    },
    { signal: end.signal },
  )
  button.addEventListener(
    'click',
    (event) => {
      const isKey = event.detail === 0
      if (!event.isTrusted || isPressed || !isReady()) return
      // too early: the button is still filling
      if (!isKey && !isClearDown) return
      isPressed = true
      note = ''
      button.setAttribute('aria-busy', 'true')
      void confirmPress(guard, onPress).then((isGood) => {
        if (isGood || end.signal.aborted) return
        note = texts.disturbed
        release()
      })
    },
    { signal: end.signal },
  )
  update()
  return {
    update,
    release,
    destroy() {
      end.abort()
      guard.destroy()
      window.clearTimeout(explaining)
    },
  }
}

async function confirmPress(guard: Guard, press: () => void): Promise<boolean> {
  const isGood = await guard.confirm()
  if (isGood) press()
  return isGood
}

/** Fills the button for the time in which a click doesn't count yet. */
function fillButton(window: Window, button: HTMLButtonElement, time: number): void {
  if (window.matchMedia('(prefers-reduced-motion: reduce)').matches) return
  for (const animation of button.getAnimations({ subtree: true })) if (animation.id === 'fill') animation.cancel()
  const fill = { id: 'fill', duration: time, pseudoElement: '::before' }
  button.animate({ inlineSize: ['0%', '100%'], opacity: [1, 1] }, fill)
}
