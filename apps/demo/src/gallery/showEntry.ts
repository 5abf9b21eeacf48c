import { setLocale, type UiModal } from '@latchkey/ui-react'
import { findEntry } from './entries.js'
import type { Entry } from './entry.js'
import type { Settings } from './settings.js'
import { createWorld } from './world.js'

declare global {
  interface Window {
    /** The gallery's entry, for tests: its modal, and a way to change how it looks while it is shown. */
    gallery?: { readonly modal: UiModal; dress(settings: Pick<Settings, 'locale' | 'isLong'>): Promise<void> }
  }
}

/** The fonts that come with the gallery, so that it looks the same on all machines. */
const font = "'Inter Variable', 'Noto Sans Arabic Variable', sans-serif"

const phone =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) AppleWebKit/605.1.15 Version/18.5 Mobile/15E148 Safari/604.1'

/**
 * Shows one entry in this document. `data-state` of the document says when it is `ready`, or `failed`; it then shows why.
 */
export async function showEntry(settings: Settings, container: HTMLElement): Promise<void> {
  const { dataset } = document.documentElement
  dataset['state'] = 'loading'
  const entry = findEntry(settings.view ?? '')
  container.className = 'stage'
  try {
    if (!entry) throw new Error(`The gallery has no entry "${settings.view}".`)
    document.title = `${settings.view} · Latchkey gallery`
    prepareWindow(entry)
    const { options } = entry.world ?? {}
    const themeVariables = { '--lk-font': font, ...(settings.accent && { '--lk-accent': settings.accent }) }
    const world = createWorld({
      ...entry.world,
      options: {
        themeMode: settings.mode,
        themeVariables,
        inline: !entry.isDialog && !settings.isDialog,
        disableAppend: true,
        ...options,
      },
    })
    const { modal, user } = world
    const element = modal.getElement()
    if (element) container.append(element)
    modal.start()
    await entry.show(world)
    const dress = (look: Pick<Settings, 'locale' | 'isLong'>): Promise<void> => dressModal(modal, look)
    window.gallery = { modal, dress }
    await dress(settings)
    // there once the modal has been opened for the first time
    const find = (selector: string): Element | null | undefined => element?.shadowRoot?.querySelector(selector)
    await user.until('the view', () => find('.view') && (entry.isBusy || !find('.view[aria-busy=true]')))
    await settle(element?.shadowRoot)
    dataset['state'] = 'ready'
  } catch (cause) {
    dataset['state'] = 'failed'
    const message = document.createElement('pre')
    message.textContent = cause instanceof Error ? `${cause.message}\n\n${cause.stack}` : String(cause)
    container.append(message)
  }
}

/** Opens no windows, and says that it is a phone if the entry does. */
function prepareWindow({ isPhone }: Entry): void {
  window.open = () => ({ closed: false, location: { replace() {} }, close() {}, focus() {} }) as never
  if (isPhone) Object.defineProperty(navigator, 'userAgent', { value: phone })
}

/** Changes the language, and the length of the texts. The user of the entry has acted in English before. */
async function dressModal(modal: UiModal, { locale, isLong }: Pick<Settings, 'locale' | 'isLong'>): Promise<void> {
  if (!isLong) return setLocale(modal, locale)
  // the longest language that we have, longer still
  await setLocale(modal, 'de')
  const texts = Object.entries(modal.ui.texts ?? {}).map(([key, text]) => [
    key,
    typeof text === 'string'
      ? lengthen(text)
      : Object.fromEntries(Object.entries(text).map(([category, form]) => [category, lengthen(form)])),
  ])
  Object.assign(modal.ui, { messages: Object.fromEntries(texts) })
  await setLocale(modal, 'en')
}

/** Doubles the vowels of a text, except in its parameters. */
function lengthen(text: string): string {
  return text.replace(/\{[^}]*\}|[aeiouäöü]/gi, (part) => (part.startsWith('{') ? part : part + part.toLowerCase()))
}

/** Milliseconds without a change after which a view counts as settled, and after which that no longer matters. */
const quiet = { time: 120, max: 3_000 } as const

/** Waits until nothing changes any more, fonts and images are there, and nothing moves. */
async function settle(root: ShadowRoot | null | undefined): Promise<void> {
  const frame = (): Promise<unknown> => new Promise(requestAnimationFrame)
  const start = performance.now()
  let changed = start
  const observer = new MutationObserver(() => {
    changed = performance.now()
  })
  if (root) observer.observe(root, { attributes: true, characterData: true, childList: true, subtree: true })
  do await frame()
  while (performance.now() - changed < quiet.time && performance.now() - start < quiet.max)
  observer.disconnect()
  const images = [...(root?.querySelectorAll('img') ?? [])]
  await Promise.allSettled([document.fonts.ready, ...images.map((image) => image.decode())])
  await frame()
  const animations = document
    .getAnimations()
    .filter(({ effect }) => effect?.getComputedTiming().iterations !== Infinity)
  await Promise.allSettled(animations.map(({ finished }) => finished))
  await frame()
}
