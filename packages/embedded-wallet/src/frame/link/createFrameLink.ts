import type { Env, LatchkeyError } from '@latchkey/core'
import { FrameFailedError, FrameLoadFailedError, RequestAbortedError } from '@latchkey/core/plugin'
import { createListeners } from '../../listeners.js'
import type { FrameEvent, FrameReply, FrameScreen } from '../../protocol/messages.js'
import { handshakeVersion, portNames } from '../../protocol/names.js'
import { parseFrameEvent } from '../../protocol/wire.js'
import { createFrameDialog } from '../element/createFrameDialog.js'
import { type FrameRect, frameTimeouts } from '../frameClient.js'
import { createEventReader } from './createEventReader.js'
import { createHeartbeat } from './createHeartbeat.js'
import { type OfferedPort, offerPort } from './offerPort.js'
import { probeSite } from './probeSite.js'

export type FrameLinkEvents = {
  /** The frame is ready: its first document, or a new one. Messages sent by listeners arrive first. */
  ready: undefined
  /** The document is gone, so pending messages will get no response. */
  lost: LatchkeyError
  /** The frame took the port late, so pending messages must be sent again. */
  moved: undefined
  reply: FrameReply
  sessionUpdate: Extract<FrameEvent, { readonly kind: 'sessionUpdate' }>
  /** The frame shows a screen to the user, or it needs another height. */
  screen: FrameScreen
  /** The frame asks the user something that no request belongs to, or has finished. */
  prompt: { readonly isShown: boolean }
  closeRequest: undefined
}

/** The connection to a frame. Modals of the same project share it. */
export type FrameLink = {
  isReady(): boolean
  /** Loads the frame if it isn't loading or loaded. */
  load(): void
  /**
   * Resolves when the frame is ready, and loads it if needed. `isTimed`: rejects everyone who waits with `FRAME_LOAD_FAILED`
   * after 20 s, or as soon as the browser can't reach the frame's site.
   */
  whenReady(options: { readonly isTimed: boolean }): Promise<void>
  /** Sends a message. Throws if the frame isn't ready. */
  post(message: object): void
  /** Checks that the frame is alive while a response is pending, if the frame supports it. Returns a function that stops the check. */
  watch(): () => void
  place(rect: FrameRect | null): void
  /** Shows the frame on its own, as a panel over the page, for its prompt. */
  showPrompt(height: number): void
  /** Reports to the frame that the user has closed its prompt. */
  closePrompt(): void
  /** Gives the current document up: pending messages get no response, and the next {@link FrameLink.whenReady} loads the frame again. */
  drop(): void
  on<event extends keyof FrameLinkEvents>(event: event, listener: (data: FrameLinkEvents[event]) => void): () => void
  destroy(): void
}

export type FrameLinkOptions = {
  readonly env: Env
  readonly warn: (cause: unknown) => void
  readonly window: Window & typeof globalThis
  readonly id: string
  readonly name: string
  readonly url: string
  readonly origin: string
  readonly onFrame: (frame: HTMLIFrameElement) => void
}

/** `idle`: not loaded yet, lost, or failed to load in time; it may still become ready. */
type State = 'idle' | 'loading' | 'handshake' | 'ready'

/**
 * Manages one frame and the messages to and from it. Accepts window messages only from the frame's own window and exact origin,
 * and once the frame has taken a port, only messages on that port.
 */
export function createFrameLink(options: FrameLinkOptions): FrameLink {
  const { env, warn, window, origin, url, onFrame } = options
  const { on, emit, clear } = createListeners<FrameLinkEvents>(warn)
  const parse = createEventReader(warn)
  let state: State = 'idle'
  let attempt = createAttempt()
  let cancelLoad: (() => void) | undefined
  let cancelSettle: (() => void) | undefined
  let cancelProbe: (() => void) | undefined
  let port: OfferedPort | undefined
  let isOnPort = false
  let rect: FrameRect | null = null
  let loads = 0
  /** A repeated READY: from the same document, or from a new one whose `load` event hasn't fired yet. */
  let again: { readonly version: string | undefined } | undefined

  const dialog = createFrameDialog({
    ...options,
    onLoad() {
      const early = again
      again = undefined
      loads++
      if (state === 'loading') startProbe()
      if (loads === 1) return
      if (state === 'handshake') restartLoading()
      else if (state === 'ready') lose()
      if (early) beginHandshake(early.version)
    },
    onRemoved: lose,
    onCloseRequest: () => emit('closeRequest', undefined),
  })

  const heartbeat = createHeartbeat({ env, ping: () => port?.post({ type: portNames.ping }), onDead: lose })

  const stopWaiting = (): void => {
    cancelLoad?.()
    cancelSettle?.()
    cancelProbe?.()
    cancelLoad = undefined
    cancelSettle = undefined
    cancelProbe = undefined
  }
  const closePort = (): void => {
    heartbeat.end()
    port?.close()
    port = undefined
    isOnPort = false
  }
  const fail = (error: LatchkeyError): void => {
    const failed = attempt
    stopWaiting()
    closePort()
    dialog.place(null)
    state = 'idle'
    attempt = createAttempt()
    failed.reject(error)
  }
  function lose(): void {
    const wasReady = state === 'ready'
    const error = new RequestAbortedError({
      isRequest: false,
      details: 'The secure frame was removed, navigated away, or crashed.',
    })
    if (state !== 'idle') fail(error)
    if (wasReady) emit('lost', error)
  }
  /** A new document replaced the first before it was ready. */
  const restartLoading = (): void => {
    stopWaiting()
    closePort()
    state = 'loading'
    startLoadTimeout()
  }
  const startLoadTimeout = (): void => {
    cancelLoad ??= env.setTimeout(() => fail(new FrameLoadFailedError()), frameTimeouts.load)
  }
  /** Browsers also report that a frame has loaded when it is their own error page. */
  const startProbe = (): void => {
    cancelProbe?.()
    cancelProbe = probeSite({ env, window, url, onUnreachable: () => fail(new FrameLoadFailedError()) })
  }
  const becomeReady = (): void => {
    stopWaiting()
    state = 'ready'
    dialog.place(rect)
    emit('ready', undefined)
    attempt.resolve()
  }
  const beginHandshake = (version: string | undefined): void => {
    stopWaiting()
    closePort()
    state = 'handshake'
    cancelSettle = env.setTimeout(becomeReady, frameTimeouts.settle)
    if (version !== handshakeVersion) return
    port = offerPort({
      window,
      send: (offer, other) => dialog.getWindow()?.postMessage(offer, origin, [other]),
      onAccept() {
        isOnPort = true
        heartbeat.begin()
        if (state === 'handshake') becomeReady()
        else emit('moved', undefined)
      },
      onMessage: (data) => emitEvent(parse(data)),
      onEscape: () => emit('closeRequest', undefined),
      onScreen(screen) {
        dialog.setTitle(screen.title)
        emit('screen', screen)
      },
      onPrompt: (isShown) => emit('prompt', { isShown }),
      onPong: heartbeat.receive,
      onClose: () => (isOnPort ? lose() : closePort()),
    })
  }
  const emitEvent = (event: FrameEvent | null): void => {
    if (event?.kind === 'sessionUpdate') emit('sessionUpdate', event)
    else if (event && event.kind !== 'ready') emit('reply', event)
  }
  const onMessage = (message: MessageEvent<unknown>): void => {
    const frameWindow = dialog.getWindow()
    if (!frameWindow || message.source !== frameWindow) return
    if (message.origin !== origin) {
      if (state === 'loading' && parseFrameEvent(message.data)?.kind === 'ready')
        fail(toForeignOriginError(origin, message.origin))
      return
    }
    const event = isOnPort ? parseFrameEvent(message.data) : parse(message.data)
    if (event?.kind !== 'ready') {
      if (state === 'ready' && !isOnPort) emitEvent(event)
    } else if (state === 'handshake' || state === 'ready') again = { version: event.version }
    else beginHandshake(event.version)
  }
  const load = (): void => {
    if (state !== 'idle') return
    state = 'loading'
    loads = 0
    again = undefined
    onFrame(dialog.load(url))
  }
  window.addEventListener('message', onMessage)

  return {
    on,
    load,
    isReady: () => state === 'ready',
    async whenReady({ isTimed }) {
      if (state === 'ready') return
      load()
      if (isTimed && state === 'loading') startLoadTimeout()
      await attempt.promise
    },
    post(message) {
      const frameWindow = dialog.getWindow()
      if (state !== 'ready' || !frameWindow) throw new FrameFailedError({ message: 'W3mFrame: iframe is not set' })
      if (port && isOnPort) port.post(message)
      else frameWindow.postMessage(message, origin)
    },
    watch: heartbeat.watch,
    drop: lose,
    place(place) {
      rect = place
      dialog.place(state === 'ready' ? rect : null)
    },
    showPrompt(height) {
      if (state === 'ready') dialog.placePrompt(height)
    },
    closePrompt() {
      port?.post({ type: portNames.prompt, isShown: false })
    },
    destroy() {
      window.removeEventListener('message', onMessage)
      fail(new RequestAbortedError({ isRequest: false }))
      dialog.remove()
      clear()
    },
  }
}

type Attempt = {
  readonly promise: Promise<void>
  readonly resolve: () => void
  readonly reject: (error: LatchkeyError) => void
}

function createAttempt(): Attempt {
  let settle: Pick<Attempt, 'resolve' | 'reject'> | undefined
  const promise = new Promise<void>((resolve, reject) => {
    settle = { resolve, reject }
  })
  promise.catch(() => undefined) // callers that wait get the rejection
  return { promise, resolve: () => settle?.resolve(), reject: (error) => settle?.reject(error) }
}

function toForeignOriginError(origin: string, other: string): FrameLoadFailedError {
  return new FrameLoadFailedError({
    details: `The secure frame has the origin ${other}, not ${origin}. If frameUrl redirects there, set \`frameOrigin\`.`,
  })
}
