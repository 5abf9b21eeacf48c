import type { PluginContext } from '@latchkey/core'
import { AbortedError, RequestAbortedError } from '@latchkey/core/plugin'
import { createCalls } from '../src/frame/calls/createCalls.js'
import { createInitialSync } from '../src/frame/calls/createInitialSync.js'
import { createMessages } from '../src/frame/calls/createMessages.js'
import { toRpcPayload } from '../src/frame/calls/toRpcPayload.js'
import type { FrameClient, FrameClientEvents, FrameRect } from '../src/frame/frameClient.js'
import { createListeners } from '../src/listeners.js'
import { parseFrameEvent } from '../src/protocol/wire.js'
import { createFrameMemory } from '../src/storage/frameMemory.js'

export type PortClient = FrameClient & {
  /** Where the frame was last shown. */
  readonly rect: FrameRect | null
  /** Simulates Esc in the frame. */
  pressEscape(): void
  /** Simulates a reload of the frame's document: pending messages get no reply. */
  lose(): void
  readonly isDestroyed: boolean
}

/** The real frame client without the frame element: messages go through a port directly. */
export function createPortClient(context: PluginContext, port: MessagePort): PortClient {
  const { env, warn } = context
  const memory = createFrameMemory({ env, warn, id: context.options.id })
  const { on, emit, clear } = createListeners<FrameClientEvents>(warn)
  const closing = new Set<() => void>()
  const isReady = (): boolean => true
  const calls = createCalls({
    env,
    isReady,
    whenReady: async () => undefined,
    post: (message) => port.postMessage(message),
    watch: () => () => undefined, // a port has no heartbeat
    onTimeout: () => undefined,
  })
  const initialSync = createInitialSync({ context, projectId: 'test', memory, calls })
  const losses = new Set<() => void>()
  const whenLost = (): Promise<void> => new Promise((resolve) => losses.add(resolve))
  const messages = createMessages({ context, memory, calls, initialSync, emit, isReady, whenLost, drop: () => lose() })
  const lose = (): void => {
    calls.rejectAll(new RequestAbortedError({ isRequest: false }))
    initialSync.begin()
    for (const resolve of losses) resolve()
    losses.clear()
  }
  port.onmessage = ({ data }) => {
    const event = parseFrameEvent(data)
    if (event?.kind !== 'success' && event?.kind !== 'error') return
    calls.settle(event)
    if (event.name === 'RELOAD') lose()
  }
  let rect: FrameRect | null = null
  let isOpen = false
  let isDestroyed = false

  return {
    memory,
    on,
    origin: 'https://wallet.example',
    get rect() {
      return rect
    },
    get isDestroyed() {
      return isDestroyed
    },
    pressEscape() {
      for (const listener of closing) listener()
    },
    lose,
    async open(signal) {
      signal.throwIfAborted()
      if (!isOpen) initialSync.begin()
      isOpen = true
      await initialSync.whenDone(signal)
    },
    async call(name, payload, { signal, timeout }) {
      signal.throwIfAborted()
      const override = messages[name] as
        | ((payload: unknown, signal: AbortSignal, timeout?: number) => Promise<never>)
        | undefined
      return override ? override(payload, signal, timeout) : messages.send(name, payload, signal, timeout)
    },
    reload: messages.reload,
    async request(payload, { signal, isSafe }) {
      signal.throwIfAborted()
      const options = { getChain: () => undefined, getRpcUrl: () => undefined }
      return calls.request({ name: 'RPC_REQUEST', payload: toRpcPayload(payload, options), signal, isSafe })
    },
    abortRequests: () => calls.abort(),
    place(next) {
      rect = next
    },
    onCloseRequest(listener) {
      closing.add(listener)
      return () => closing.delete(listener)
    },
    destroy() {
      isDestroyed = true
      calls.rejectAll(new AbortedError())
      clear()
    },
  }
}
