import {
  type AppMessage,
  appPrefix,
  type FrameEvent,
  type FrameFault,
  handshakeVersion,
  parseAppEnvelope,
  parseAppMessage,
  portNames,
  toWire,
  type WireEvent,
} from '@latchkey/embedded-wallet/protocol'

/** Answers one message, on the way it came. */
export type Reply = (event: FrameEvent) => void

type WireOptions = {
  readonly window: Window
  readonly parent: Window
  /** Of the parent, pinned. */
  readonly origin: string
  readonly onMessage: (message: AppMessage, reply: Reply) => void
  readonly warn: (message: string) => void
}

type Wire = {
  /** Says that the frame listens. */
  ready(): void
  /** Says something unasked. */
  send(event: FrameEvent): void
  /** Esc was pressed in here; false where the app offered no port to be told by. */
  sendEscape(): boolean
}

const unreadable: FrameFault = { message: 'The message cannot be read.', code: -32602 }

/**
 * The frame's end of what it and the page around it say to each other: messages of windows, from the parent window at its
 * pinned origin alone; or, once the app offers one, a port that nobody else has. All else is ignored.
 */
export function createWire({ window, parent, origin, onMessage, warn }: WireOptions): Wire {
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
    // one that is open already: an id is good for one answer
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
    if (!warned.has(name)) warn(`The frame does not know the message ${name}.`)
    warned.add(name)
  }

  function takePort(offered: MessagePort): void {
    port = offered
    offered.onmessage = ({ data }: MessageEvent<unknown>) => {
      const isPing = (data as { readonly type?: unknown } | null)?.type === portNames.ping
      if (isPing) offered.postMessage({ type: portNames.pong })
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
  }
}

type PinOptions = {
  /** Of every page around this one, the nearest first; browsers that do not tell have none. */
  readonly ancestors: readonly string[] | undefined
  readonly referrer: string
  /** That may hold the frame. */
  readonly origins: readonly string[]
}

/**
 * The origin of the page around the frame, to which alone it listens and speaks for life; null where any page around it is
 * not the project's, or none can be told.
 */
export function pinParent({ ancestors, referrer, origins }: PinOptions): string | null {
  const around = ancestors ?? (URL.canParse(referrer) ? [new URL(referrer).origin] : [])
  const [parent] = around
  return parent !== undefined && around.every((origin) => origins.includes(origin)) ? parent : null
}
