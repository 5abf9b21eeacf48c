import { isRecord } from '@latchkey/core'
import { safeParse } from 'valibot'
import type { FrameScreen } from '../../protocol/messages.js'
import { portNames } from '../../protocol/names.js'
import { frameScreen } from '../../protocol/schemas.js'

export type OfferPortOptions = {
  readonly window: Window & typeof globalThis
  /** Sends the offer together with the other end of the port. */
  readonly send: (offer: object, port: MessagePort) => void
  /** The frame has accepted the port and uses it from now on. */
  readonly onAccept: () => void
  readonly onMessage: (data: unknown) => void
  readonly onEscape: () => void
  readonly onScreen: (screen: FrameScreen) => void
  readonly onPrompt: (isShown: boolean) => void
  readonly onPong: () => void
  /** The other end is gone, in browsers that report it. */
  readonly onClose: () => void
}

export type OfferedPort = { readonly post: (message: object) => void; readonly close: () => void }

/** Offers the frame a private port, which no other window can read or write. */
export function offerPort({
  window,
  send,
  onAccept,
  onMessage,
  onEscape,
  onScreen,
  onPrompt,
  onPong,
  onClose,
}: OfferPortOptions): OfferedPort {
  const { port1: port, port2 } = new window.MessageChannel()
  let isAccepted = false
  port.onmessage = ({ data }: MessageEvent<unknown>) => {
    const type = isRecord(data) ? data['type'] : undefined
    if (!isAccepted) {
      if (type !== portNames.accept) return
      isAccepted = true
      onAccept()
    } else if (type === portNames.escape) onEscape()
    else if (type === portNames.pong) onPong()
    else if (type === portNames.prompt) onPrompt(isRecord(data) && data['isShown'] === true)
    else if (type === portNames.screen) {
      const screen = safeParse(frameScreen, data)
      if (screen.success) onScreen(screen.output)
    } else onMessage(data)
  }
  port.addEventListener('close', onClose)
  send({ type: portNames.offer }, port2)
  return {
    post: (message) => port.postMessage(message),
    close() {
      port.onmessage = null
      port.removeEventListener('close', onClose)
      port.close()
    },
  }
}
