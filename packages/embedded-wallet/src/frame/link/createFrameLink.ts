import type { Env, LatchkeyError } from '@latchkey/core'
import { FrameFailedError, FrameLoadFailedError, RequestAbortedError } from '@latchkey/core/plugin'
import { createListeners } from '../../listeners.js'
import type { FrameEvent, FrameReply } from '../../protocol/messages.js'
import { handshakeVersion, portNames } from '../../protocol/names.js'
import { parseFrameEvent } from '../../protocol/wire.js'
import { createFrameDialog } from '../element/createFrameDialog.js'
import { type FrameRect, frameTimeouts } from '../frameClient.js'
import { createEventReader } from './createEventReader.js'
import { createHeartbeat } from './createHeartbeat.js'
import { type OfferedPort, offerPort } from './offerPort.js'

export type FrameLinkEvents = {
  /** The frame can be spoken to: its first document, or a new one. Messages sent here are the first that it gets. */
  ready: undefined
  /** The document that was spoken to is gone: nothing that was sent to it will be answered. */
  lost: LatchkeyError
  /** The frame took the port late: what was sent before without an answer has to be sent again. */
  moved: undefined
  reply: FrameReply
  sessionUpdate: Extract<FrameEvent, { readonly kind: 'sessionUpdate' }>
  closeRequest: undefined
}

/** The way to the frame, which modals of the same project share. */
export type FrameLink = {
  isReady(): boolean
  /** Loads the frame unless that is under way or done. */
  load(): void
  /**
   * Resolves once the frame can be spoken to, and loads it where need be. `isTimed`: for 20 s at most from then on, after
   * which all who wait are rejected with `FRAME_LOAD_FAILED`.
   */
  whenReady(options: { readonly isTimed: boolean }): Promise<void>
  /** Sends a message; only where the frame can be spoken to. */
  post(message: object): void
  /** Looks whether the frame is alive, as far as it can tell, until undone: for as long as somebody waits for an answer. */
  watch(): () => void
  place(rect: FrameRect | null): void
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

/** `idle`: nothing was loaded yet, or what was there is gone or never spoke; it may still speak. */
type State = 'idle' | 'loading' | 'greeting' | 'ready'

/**
 * Keeps one frame and the way to it. Of what comes by window messages it takes only what is of the frame's own window and
 * exact origin, and from where a frame has taken a port, only what comes on that.
 */
export function createFrameLink(options: FrameLinkOptions): FrameLink {
  const { env, warn, window, origin, url, onFrame } = options
  const { on, emit, clear } = createListeners<FrameLinkEvents>(warn)
  const read = createEventReader(warn)
  let state: State = 'idle'
  let attempt = createAttempt()
  let cancelLoad: (() => void) | undefined
  let cancelSettle: (() => void) | undefined
  let port: OfferedPort | undefined
  let isOnPort = false
  let rect: FrameRect | null = null
  let loads = 0
  /** READY came again: from the same document, or from one whose `load` has not come yet. */
  let again: { readonly version: string | undefined } | undefined

  const stage = createFrameDialog({
    ...options,
    onLoad() {
      const early = again
      again = undefined
      loads++
      if (loads === 1) return
      if (state === 'greeting') waitAnew()
      else if (state === 'ready') lose()
      if (early) greet(early.version)
    },
    onRemoved: lose,
    onCloseRequest: () => emit('closeRequest', undefined),
  })

  const pulse = createHeartbeat({ env, ping: () => port?.post({ type: portNames.ping }), onDead: lose })

  const stopWaiting = (): void => {
    cancelLoad?.()
    cancelSettle?.()
    cancelLoad = undefined
    cancelSettle = undefined
  }
  const closePort = (): void => {
    pulse.end()
    port?.close()
    port = undefined
    isOnPort = false
  }
  const fail = (error: LatchkeyError): void => {
    const failed = attempt
    stopWaiting()
    closePort()
    stage.place(null)
    state = 'idle'
    attempt = createAttempt()
    failed.reject(error)
  }
  function lose(): void {
    const wasReady = state === 'ready'
    const error = new RequestAbortedError({
      isRequest: false,
      details: 'The secure frame was left, removed, or crashed.',
    })
    if (state !== 'idle') fail(error)
    if (wasReady) emit('lost', error)
  }
  /** Another document came before the first could be spoken to. */
  const waitAnew = (): void => {
    stopWaiting()
    closePort()
    state = 'loading'
    limitLoad()
  }
  const limitLoad = (): void => {
    cancelLoad ??= env.setTimeout(() => fail(new FrameLoadFailedError()), frameTimeouts.load)
  }
  const becomeReady = (): void => {
    stopWaiting()
    state = 'ready'
    stage.place(rect)
    emit('ready', undefined)
    attempt.resolve()
  }
  const greet = (version: string | undefined): void => {
    stopWaiting()
    closePort()
    state = 'greeting'
    cancelSettle = env.setTimeout(becomeReady, frameTimeouts.settle)
    if (version !== handshakeVersion) return
    port = offerPort({
      window,
      send: (offer, other) => stage.getWindow()?.postMessage(offer, origin, [other]),
      onAccept() {
        isOnPort = true
        pulse.begin()
        if (state === 'greeting') becomeReady()
        else emit('moved', undefined)
      },
      onMessage: (data) => take(read(data)),
      onEscape: () => emit('closeRequest', undefined),
      onPong: pulse.hear,
      onClose: () => (isOnPort ? lose() : closePort()),
    })
  }
  const take = (event: FrameEvent | null): void => {
    if (event?.kind === 'sessionUpdate') emit('sessionUpdate', event)
    else if (event && event.kind !== 'ready') emit('reply', event)
  }
  const onMessage = (message: MessageEvent<unknown>): void => {
    const frameWindow = stage.getWindow()
    if (!frameWindow || message.source !== frameWindow) return
    if (message.origin !== origin) {
      if (state === 'loading' && parseFrameEvent(message.data)?.kind === 'ready')
        fail(toForeignOriginError(origin, message.origin))
      return
    }
    const event = isOnPort ? parseFrameEvent(message.data) : read(message.data)
    if (event?.kind !== 'ready') {
      if (state === 'ready' && !isOnPort) take(event)
    } else if (state === 'greeting' || state === 'ready') again = { version: event.version }
    else greet(event.version)
  }
  const load = (): void => {
    if (state !== 'idle') return
    state = 'loading'
    loads = 0
    again = undefined
    onFrame(stage.load(url))
  }
  window.addEventListener('message', onMessage)

  return {
    on,
    load,
    isReady: () => state === 'ready',
    async whenReady({ isTimed }) {
      if (state === 'ready') return
      load()
      if (isTimed && state === 'loading') limitLoad()
      await attempt.promise
    },
    post(message) {
      const frameWindow = stage.getWindow()
      if (state !== 'ready' || !frameWindow) throw new FrameFailedError({ message: 'W3mFrame: iframe is not set' })
      if (port && isOnPort) port.post(message)
      else frameWindow.postMessage(message, origin)
    },
    watch: pulse.watch,
    place(place) {
      rect = place
      stage.place(state === 'ready' ? rect : null)
    },
    destroy() {
      window.removeEventListener('message', onMessage)
      fail(new RequestAbortedError({ isRequest: false }))
      stage.remove()
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
  promise.catch(() => undefined) // told to those who wait, if any do
  return { promise, resolve: () => settle?.resolve(), reject: (error) => settle?.reject(error) }
}

function toForeignOriginError(origin: string, other: string): FrameLoadFailedError {
  return new FrameLoadFailedError({
    details: `The secure frame should be of ${origin} and is of ${other}. If its address redirects there, set \`frameOrigin\`.`,
  })
}
