import { AbortedError, FrameLoadFailedError, waitFor } from '@latchkey/core/plugin'
import { createListeners } from '../listeners.js'
import { createFrameMemory, hasLogin } from '../storage/frameMemory.js'
import { createCalls } from './calls/createCalls.js'
import { createInitialSync } from './calls/createInitialSync.js'
import { createMessages } from './calls/createMessages.js'
import { toRpcPayload } from './calls/toRpcPayload.js'
import type {
  CallName,
  CallOptions,
  CallPayload,
  CallReply,
  FrameClient,
  FrameClientEvents,
  FrameClientOptions,
  FrameTimeout,
} from './frameClient.js'
import type { FrameLink } from './link/createFrameLink.js'
import { openFrame } from './openFrame.js'

/** Creates the client of the secure frame. The frame is loaded on first use, or immediately after an earlier login. [S4.31] */
export function createFrameClient(options: FrameClientOptions): FrameClient {
  const { context, projectId } = options
  const { env, warn } = context
  const memory = createFrameMemory({ env, warn, id: context.options.id })
  const { on, emit, clear } = createListeners<FrameClientEvents & { closeRequest: undefined }>(warn)
  let isPlaced = false
  /** The height of the panel in which the frame asks something by itself. */
  let promptHeight: number | undefined
  let lastFailure: unknown

  const onTimeout = (reason: FrameTimeout): void => {
    try {
      options.onTimeout?.(reason)
    } catch (cause) {
      warn(cause)
    }
  }
  /** Everyone who waits for the frame gets the same error; the app is notified once. */
  const whenReady: FrameLink['whenReady'] = async (timeout) => {
    try {
      await frame.get().whenReady(timeout)
    } catch (cause) {
      if (cause instanceof FrameLoadFailedError && cause !== lastFailure) {
        lastFailure = cause
        onTimeout('iframe_load_failed')
      }
      throw cause
    }
  }
  const isReady = (): boolean => frame.getCurrent()?.isReady() ?? false
  const calls = createCalls({
    env,
    whenReady,
    isReady,
    post: (message) => frame.get().post(message),
    watch: () => frame.get().watch(),
    onTimeout,
  })
  const initialSync = createInitialSync({ context, projectId, memory, calls })
  const whenLost = (): Promise<void> =>
    new Promise((resolve) => {
      const stop = frame.get().on('lost', () => {
        stop()
        resolve()
      })
    })
  const drop = (): void => frame.getCurrent()?.drop()
  const messages = createMessages({ context, memory, calls, initialSync, emit, isReady, whenLost, drop })
  const frame = openFrame(options, (link) => {
    if (link.isReady()) initialSync.begin()
    return [
      link.on('ready', initialSync.begin),
      link.on('lost', calls.rejectAll),
      link.on('moved', calls.resend),
      link.on('reply', calls.settle),
      link.on('sessionUpdate', ({ token }) => messages.storeToken(token)),
      link.on('screen', (screen) => {
        if (isPlaced) emit('screen', screen)
        else if (promptHeight !== undefined) showPrompt(screen.height)
      }),
      link.on('prompt', ({ isShown }) => {
        if (!isShown) hidePrompt()
        // modals can share a frame: only the one whose call it belongs to shows it
        else if (!isPlaced && calls.extend()) showPrompt(firstPromptHeight)
      }),
      link.on('lost', hidePrompt),
      link.on('closeRequest', () => {
        if (isPlaced) emit('closeRequest', undefined)
        else if (promptHeight !== undefined) link.closePrompt()
      }),
    ]
  })
  const place: FrameClient['place'] = (rect) => {
    // modals can share a frame, so each hides only what it has shown itself
    if (!rect && !isPlaced) return
    isPlaced = rect !== null
    if (rect) frame.get().place(rect)
    else frame.getCurrent()?.place(null)
  }
  const showPrompt = (height: number): void => {
    const window = env.window()
    if (promptHeight === undefined) window?.addEventListener('resize', followPrompt, { signal: context.signal })
    promptHeight = height
    followPrompt()
  }
  function followPrompt(): void {
    if (promptHeight !== undefined) frame.getCurrent()?.showPrompt(promptHeight)
  }
  function hidePrompt(): void {
    if (promptHeight === undefined) return
    promptHeight = undefined
    env.window()?.removeEventListener('resize', followPrompt)
    if (!isPlaced) frame.getCurrent()?.place(null)
  }
  const destroy = (): void => {
    context.signal.removeEventListener('abort', destroy)
    place(null)
    hidePrompt()
    calls.rejectAll(new AbortedError())
    frame.release()
    clear()
  }
  context.signal.addEventListener('abort', destroy, { once: true })
  const loadEarly = (): void => {
    try {
      frame.get()
    } catch (cause) {
      warn(cause) // reported to the user by the login that needs it
    }
  }
  if (env.window() && hasLogin(memory)) loadEarly()

  return {
    memory,
    origin: options.origin ?? toOrigin(options.url),
    place,
    destroy,
    on,
    abortRequests: () => calls.abort(),
    onCloseRequest: (listener) => on('closeRequest', listener),
    async open(signal) {
      signal.throwIfAborted()
      await waitFor(whenReady({ isTimed: true }), { env, signal })
      await initialSync.whenDone(signal)
    },
    async call<name extends CallName>(
      name: name,
      payload: CallPayload<name>,
      { signal, timeout }: CallOptions,
    ): Promise<CallReply<name>> {
      signal.throwIfAborted()
      const override = messages[name] as
        | ((payload: CallPayload<name>, signal: AbortSignal, timeout?: number) => Promise<CallReply<name>>)
        | undefined
      return override ? override(payload, signal, timeout) : messages.send(name, payload, signal, timeout)
    },
    reload: messages.reload,
    async request(payload, { signal, isSafe }) {
      signal.throwIfAborted()
      return calls.request({ name: 'RPC_REQUEST', payload: toRpcPayload(payload, options), signal, isSafe })
    },
  }
}

/** Height in CSS pixels until the frame has reported its own. */
const firstPromptHeight = 320

/** `null`, which matches no origin, for an invalid URL. Opening the frame reports the error. */
function toOrigin(url: string): string {
  return URL.canParse(url) ? new URL(url).origin : 'null'
}
