import {
  type AppMessage,
  appPrefix,
  type FrameError,
  type FrameEvent,
  type FrameScreen,
  handshakeVersion,
  parseAppEnvelope,
  parseAppMessage,
  portNames,
  toWire,
  type WireEvent,
} from '@latchkey/embedded-wallet/protocol'

/** Replies to one message, on the channel that it came through. */
export type Reply = (event: FrameEvent) => void

type WireOptions = {
  readonly window: Window
  readonly parent: Window
  /** The parent's pinned origin. */
  readonly origin: string
  readonly onMessage: (message: AppMessage, reply: Reply) => void
  /** The user has closed the prompt in the app's page. */
  readonly onClosePrompt: () => void
  readonly warn: (message: string) => void
}

type Wire = {
  /** Announces that the frame listens. */
  ready(): void
  /** Sends an event. */
  send(event: FrameEvent): void
  /** Reports that Esc was pressed; returns false if the app offered no port for it. */
  sendEscape(): boolean
  /** Reports the frame's screen. Apps that offered no port ignore its height. */
  sendScreen(screen: FrameScreen): void
  /** Has the app show or hide the frame, for a screen that no request belongs to. Returns false if the app offered no port for it. */
  sendPrompt(isShown: boolean): boolean
}

const unreadable: FrameError = { message: 'Invalid message.', code: -32602 }

/**
 * The frame's end of the channel with the page around it: window messages from the parent at its pinned origin only or, once the app offers
 * one, a private MessagePort. Everything else is ignored.
 */
export function createWire({ window, parent, origin, onMessage, onClosePrompt, warn }: WireOptions): Wire {
  let port: MessagePort | undefined
  const warned = new Set<string>()
  const open = new Set<string>()

  const toParent = (event: WireEvent): void => parent.postMessage(event, origin)
  const post = (event: WireEvent): void => (port ? port.postMessage(event) : toParent(event))

  function receive(data: unknown, answer: (event: WireEvent) => void): void {
    const envelope = parseAppEnvelope(data)
    if (!envelope) {
      warnOnce(data)
      return
    }
    const { name, id } = envelope
    // an id in use: each id gets one reply
    if (open.has(id)) return
    const message = parseAppMessage(data)
    if (!message) {
      answer(toWire({ kind: 'error', name, id, fault: unreadable }))
      return
    }
    open.add(id)
    onMessage(message, (event) => {
      if (open.delete(id)) answer(toWire(event))
    })
  }

  function warnOnce(data: unknown): void {
    const type = (data as { readonly type?: unknown } | null)?.type
    if (typeof type !== 'string' || !type.startsWith(appPrefix) || warned.size >= 20) return
    const name = type.slice(0, 80)
    if (!warned.has(name)) warn(`Unknown message: ${name}.`)
    warned.add(name)
  }

  function takePort(offered: MessagePort): void {
    port = offered
    offered.onmessage = ({ data }: MessageEvent<unknown>) => {
      const type = (data as { readonly type?: unknown } | null)?.type
      if (type === portNames.ping) offered.postMessage({ type: portNames.pong })
      else if (type === portNames.prompt) onClosePrompt()
      else receive(data, (event) => offered.postMessage(event))
    }
    offered.postMessage({ type: portNames.accept })
  }

  window.addEventListener('message', (event: MessageEvent<unknown>) => {
    if (event.source !== parent || event.origin !== origin || port) return
    const [offered] = event.ports
    const isOffer = (event.data as { readonly type?: unknown } | null)?.type === portNames.offer
    if (isOffer && offered) takePort(offered)
    else receive(event.data, toParent)
  })

  return {
    ready: () => toParent(toWire({ kind: 'ready', version: handshakeVersion })),
    send: (event) => post(toWire(event)),
    sendEscape() {
      port?.postMessage({ type: portNames.escape })
      return port !== undefined
    },
    sendPrompt(isShown) {
      port?.postMessage({ type: portNames.prompt, isShown })
      return port !== undefined
    },
    sendScreen: (screen) => port?.postMessage({ type: portNames.screen, ...screen }),
  }
}

type PinOptions = {
  /** Origins of all pages around this one, nearest first; undefined if the browser doesn't report them. */
  readonly ancestors: readonly string[] | undefined
  readonly referrer: string
  /** Origins that may embed the frame. */
  readonly origins: readonly string[]
}

/**
 * The origin of the page around the frame, the only one that it listens and sends to; null if any page around it isn't one of the
 * project's, or the parent is unknown.
 */
export function pinParent({ ancestors, referrer, origins }: PinOptions): string | null {
  const around = ancestors ?? (URL.canParse(referrer) ? [new URL(referrer).origin] : [])
  const [parent] = around
  return parent !== undefined && around.every((origin) => origins.includes(origin)) ? parent : null
}
