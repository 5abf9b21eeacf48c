type Outside = {
  readonly process?: { on?: ProcessListen; off?: ProcessListen }
  readonly addEventListener?: PageListen
  readonly removeEventListener?: PageListen
}
type ProcessListen = (event: 'unhandledRejection', listener: (reason: unknown) => void) => unknown
type PageListen = (event: 'unhandledrejection', listener: (event: { readonly reason: unknown }) => void) => void

/** Records unhandled rejections, in Node and in browsers. */
export function watchUnhandled(): { readonly reasons: readonly unknown[]; readonly stop: () => void } {
  const outside = globalThis as Outside
  const reasons: unknown[] = []
  const onProcess = (reason: unknown): void => void reasons.push(reason)
  const onPage = (event: { readonly reason: unknown }): void => void reasons.push(event.reason)
  outside.process?.on?.('unhandledRejection', onProcess)
  outside.addEventListener?.('unhandledrejection', onPage)
  return {
    reasons,
    stop() {
      outside.process?.off?.('unhandledRejection', onProcess)
      outside.removeEventListener?.('unhandledrejection', onPage)
    },
  }
}
