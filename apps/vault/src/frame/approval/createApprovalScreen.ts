import type { FrameScreen } from '@latchkey/embedded-wallet/protocol'
import { sayWith } from '../../words/say.js'
import type { ApprovalNotice } from '../requests/approvalPrompt.js'
import { toSentence, words } from '../texts.js'
import type { ApprovalRequest } from './approvalRequest.js'
import { createFactorForm, type FactorFormOptions } from './createFactorForm.js'
import { createPasskeyForm, type PasskeyFormOptions } from './createPasskeyForm.js'
import { type GuardTexts, guardButton } from './guardButton.js'
import { h } from './h.js'
import { createIcon, createLogo, createNote, createSite } from './render/elements.js'
import { renderEffects } from './render/renderEffects.js'
import { renderHoldFacts, renderNews, renderNotice } from './render/renderNotice.js'
import { renderSummary } from './render/renderSummary.js'
import { watchScreen } from './watchScreen.js'
import { getWarning, getWords, isSevere, listEffectWarnings } from './words.js'

/** CSS pixels of tolerance, as scrolling ends at fractions. */
const tolerance = 8

/**
 * Calls back once, as soon as the last required element was in view; at once if nothing is hidden. A closed `details` at the end isn't
 * required. Returns a function to stop.
 */
function watchEnd(element: HTMLElement, onEnd: () => void): () => void {
  const last = [...element.children].filter((child) => !child.matches('details')).at(-1) ?? element
  let frame = requestAnimationFrame(check)
  const observer = new ResizeObserver(check)
  observer.observe(element)
  element.addEventListener('scroll', check)

  function check(): void {
    const [end, edge] = [last.getBoundingClientRect().bottom, element.getBoundingClientRect().bottom]
    // not laid out yet
    if (element.clientHeight === 0 || end > edge + tolerance) return
    stop()
    onEnd()
  }
  function stop(): void {
    cancelAnimationFrame(frame)
    frame = 0
    observer.disconnect()
    element.removeEventListener('scroll', check)
  }
  return stop
}

type ApprovalScreenOptions = {
  readonly window: Window & typeof globalThis
  /** Gets one child element, which fills the window. */
  readonly root: HTMLElement
  readonly onScreen?: ((screen: FrameScreen) => void) | undefined
}

type ApprovalActions = {
  /** A valid click: everything was visible, in focus, and stayed so. */
  readonly onApprove: () => void
  readonly onReject: () => void
  /** Opens the separate window, if approving happens there. The screen then shows this button instead of the approve button. */
  readonly onOpen?: (() => void) | undefined
}

type NoticeActions = {
  /** Origin of the requesting page. */
  readonly origin: string
  /** Path of the operator's logo. */
  readonly logo?: string | undefined
  readonly project: string
  readonly onClose: () => void
  readonly onCancel: () => void
}

type ApprovalScreen = {
  /** Shows a request, replacing the previous one. */
  show(request: ApprovalRequest, actions: ApprovalActions): void
  /** Keeps the request on the screen, busy, after it was approved in the separate window. */
  showApproved(): void
  /** Asks for the second factor, below the request that was just approved. */
  showFactor<result>(options: Omit<FactorFormOptions<result>, 'words' | 'describe'>): void
  /** Asks for the passkey that signs it, in the same place. */
  showPasskey<result>(options: PasskeyFormOptions<result>): void
  /** Shows a message instead of a request. */
  showNotice(notice: ApprovalNotice, actions: NoticeActions): void
  hide(): void
}

const guardTexts: GuardTexts = { notSeen: words.screen.notSeen, disturbed: words.screen.disturbed }

/** The screen on which a user approves or rejects. It tracks whether they could have seen all of it. */
export function createApprovalScreen({ window, root, onScreen }: ApprovalScreenOptions): ApprovalScreen {
  const { document } = window
  const screen = h('main', { class: 'approval', 'aria-labelledby': 'approval-title' })
  let end: (() => void) | undefined

  const hide = (): void => {
    end?.()
    end = undefined
    screen.remove()
    screen.replaceChildren()
  }

  /** Once the approval is given: from here on nothing can be approved by a click. */
  const replaceFoot = (foot: HTMLElement): void => {
    end?.()
    screen.querySelector('footer')?.remove()
    screen.append(foot)
    end = onScreen && watchScreen(screen, onScreen)
    window.focus()
  }

  return {
    hide,
    showApproved() {
      for (const button of screen.querySelectorAll<HTMLButtonElement>('footer .button')) button.disabled = true
      screen.querySelector('footer [data-kind]')?.setAttribute('aria-busy', 'true')
    },
    showFactor(options) {
      const { form, start } = createFactorForm({ ...options, words: words.shared.factor, describe: toSentence })
      replaceFoot(form)
      start()
    },
    showPasskey(options) {
      const { factor } = words.shared
      const look = { words: { ...factor, ask: factor.passkey.label }, describe: toSentence }
      const { form, start } = createPasskeyForm({ ...options, ...look })
      replaceFoot(form)
      start()
    },
    showNotice(notice, { origin, logo, project, onClose, onCancel }) {
      hide()
      const { title: name, nodes, cancel, link } = renderNotice(notice, { project })
      const title = h('h1', { id: 'approval-title', tabindex: '-1' }, name)
      const content = h('div', { class: 'content notice', tabindex: '0' }, createSite(origin), ...nodes)
      const close = createButton(words.screen.close, link ? undefined : 'primary')
      close.addEventListener('click', onClose)
      const other = cancel === undefined ? undefined : createButton(cancel)
      other?.addEventListener('click', onCancel)
      if (link) Object.assign(link, { className: 'button', onclick: onClose }).dataset['kind'] = 'primary'
      const two = link ? [close, link] : other && [other, close]
      const buttons = two ? h('div', { class: 'two' }, ...two) : close
      screen.append(h('header', {}, createLogo(logo), title), content, h('footer', {}, buttons))
      root.append(screen)
      end = onScreen && watchScreen(screen, onScreen)
      title.focus({ preventScroll: true })
      document.title = name
    },
    show(request, { onApprove, onReject, onOpen }) {
      hide()
      const parts = createElements(request, { opens: onOpen !== undefined })
      const { title, content, more, status, reject, approve } = parts
      screen.append(...parts.all)
      root.append(screen)

      let isRead = false
      let hint = ''
      const update = (): void => {
        more.hidden = isRead
        const text = onOpen
          ? request.consent
            ? words.screen.noLogin
            : words.screen.covered
          : hint || (isRead ? '' : words.screen.unread)
        if (status.textContent !== text) status.textContent = text
        status.toggleAttribute('data-unread', text === words.screen.unread)
      }
      const guarded = onOpen
        ? undefined
        : guardButton({
            window,
            target: screen,
            button: approve,
            texts: guardTexts,
            isReady: () => isRead,
            onHint(text) {
              hint = text
              update()
            },
            onPress() {
              reject.disabled = true
              onApprove()
            },
          })
      const stopWatching = watchEnd(content, () => {
        isRead = true
        update()
        guarded?.update()
      })
      more.addEventListener('click', () => content.scrollBy({ top: content.clientHeight * 0.85, behavior: 'smooth' }))
      reject.addEventListener('click', onReject)
      if (onOpen) approve.addEventListener('click', onOpen)
      const stopReporting = onScreen && watchScreen(screen, onScreen)
      end = () => {
        guarded?.destroy()
        stopWatching()
        stopReporting?.()
      }
      update()
      window.focus()
      title.focus({ preventScroll: true })
      document.title = title.textContent ?? ''
    },
  }
}

type ScreenElements = {
  readonly all: readonly HTMLElement[]
  readonly title: HTMLElement
  readonly content: HTMLElement
  readonly more: HTMLButtonElement
  readonly status: HTMLElement
  readonly reject: HTMLButtonElement
  readonly approve: HTMLButtonElement
}

function createElements(request: ApprovalRequest, { opens }: { readonly opens: boolean }): ScreenElements {
  const { summary, origin, logo, hold, news } = request
  const { title: name, lead, action } = getWords(request)
  const severe = isSevere(request)
  const title = h('h1', { id: 'approval-title', tabindex: '-1' }, name)
  // each of several calls shows its own warnings; severe ones are shown before all of them too
  const isSplit = summary.kind === 'calls' && summary.calls.length > 1
  const shownWarnings = summary.warnings.filter((warning) => !isSplit || getWarning(warning).isSevere)
  const notes = [...shownWarnings.map(getWarning), ...listEffectWarnings(request)]
    .toSorted((one, other) => Number(other.isSevere) - Number(one.isSevere))
    .map((one) => createNote(one.text, one))
  const shown = renderSummary(request).filter((node) => node !== null)
  const content = h(
    'div',
    { class: 'content', tabindex: '0', role: 'region', 'aria-label': words.screen.request },
    h('p', { class: 'lead' }, ...sayWith<string>(lead, { site: createSite(origin) })),
    request.isChanged && createNote(words.screen.changed, { isSevere: false }),
    ...(hold ? [renderHoldFacts(hold), h('p', {}, words.screen.onHold)] : []),
    renderEffects(request),
    ...arrange(shown, notes, severe),
    news && renderNews(news),
  )
  const more = h('button', { type: 'button', class: 'more', 'aria-label': words.screen.more }, createIcon('down'))
  const status = h('p', { class: 'status', role: 'status' })
  const reject = createButton(words.screen.reject)
  const act = hold ? words.screen.hold : (severe ? words.anyway : words.actions)[action]
  const approve = createButton(opens ? words.screen.open : act, severe ? 'danger' : 'primary')
  if (opens) approve.append(createIcon('open'))
  const foot = h('footer', {}, more, status, h('div', { class: 'two' }, reject, approve))
  return {
    all: [h('header', {}, createLogo(logo), title), content, foot],
    title,
    content,
    more,
    status,
    reject,
    approve,
  }
}

function createButton(label: string, kind?: 'primary' | 'danger'): HTMLButtonElement {
  return h('button', { type: 'button', class: 'button', 'data-kind': kind }, label)
}

/** Severe notes come right below the main fact, others at the end. */
function arrange(shown: readonly Node[], notes: readonly Node[], severe: boolean): readonly Node[] {
  if (!severe) return [...shown, ...notes]
  const [first] = shown
  const hasHero = first instanceof HTMLElement && first.matches('.hero')
  return hasHero ? [first, ...notes, ...shown.slice(1)] : [...notes, ...shown]
}
