import { createCountingTarget } from './createCountingTarget.js'

export type Page = {
  /** For the adapter. */
  readonly window: Window
  /** The same page for its wallets. */
  readonly outside: Window
  /** How many listeners the adapter has on the window and on its document. */
  readonly listeners: () => number
}

/** A page as far as the discovery of wallets goes: a window with a document that is seen. Nothing is the real one's. */
export function createPage(content: object = {}): Page {
  const document = createCountingTarget(
    Object.assign(new EventTarget(), { visibilityState: 'visible', hidden: false, readyState: 'complete' }),
  )
  const outside = Object.assign(new EventTarget(), {
    document: document.counted,
    navigator: { userAgent: 'Latchkey conformance', language: 'en', languages: ['en'], onLine: true },
    location: { href: 'https://site.example/', origin: 'https://site.example', hostname: 'site.example' },
    Event: globalThis.Event,
    CustomEvent: globalThis.CustomEvent,
    isSecureContext: true,
    ...content,
  })
  const { counted, count } = createCountingTarget(outside)
  Object.assign(outside, { window: counted, self: counted, top: counted, parent: counted })
  return {
    window: counted as unknown as Window,
    outside: outside as unknown as Window,
    listeners: () => count() + document.count(),
  }
}
