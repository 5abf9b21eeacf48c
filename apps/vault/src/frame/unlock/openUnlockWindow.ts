import { readUnlockMessage } from '../../protocol/unlockWindow.js'

export type UnlockWindowOptions = {
  readonly window: Window & typeof globalThis
  /** Of the page around the frame. */
  readonly origin: string
  readonly passkeys: readonly string[]
  /** Rejects where this does not unlock the wallet: the window says why. */
  readonly onTry: (value: string) => Promise<void>
}

/** Asks for a factor in a window of the vault's own, over which no page lies. Null where the browser does not open it. */
export function openUnlockWindow({ window, origin, passkeys, onTry }: UnlockWindowOptions): { close(): void } | null {
  const { origin: own } = window.location
  const popup = window.open(`${own}/unlock`, '_blank', 'popup,width=420,height=680')
  if (!popup) return null
  const ended = new AbortController()
  const listen = (event: MessageEvent): void => {
    const message = readUnlockMessage(event, { own, other: popup })
    if (message?.type === '@latchkey/UNLOCK_READY')
      popup.postMessage({ type: '@latchkey/UNLOCK_SHOW', origin, passkeys }, own)
    if (message?.type === '@latchkey/UNLOCK_TRY')
      void onTry(message.value).catch((cause: unknown) => {
        const text = cause instanceof Error ? cause.message : 'Something went wrong. Please try again.'
        popup.postMessage({ type: '@latchkey/UNLOCK_FAILED', message: text }, own)
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
