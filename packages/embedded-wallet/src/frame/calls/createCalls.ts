import { type Env, isLatchkeyError } from '@latchkey/core'
import { FrameRequestTimedOutError, RequestAbortedError } from '@latchkey/core/plugin'
import type { AppPayloads, FrameReply, MessageName } from '../../protocol/messages.js'
import { appPrefix } from '../../protocol/names.js'
import { type FrameTimeout, frameTimeouts } from '../frameClient.js'
import { toFrameError } from '../frameErrors.js'
import type { FrameLink } from '../link/createFrameLink.js'

export type Call<name extends MessageName = MessageName> = {
  readonly name: name
  readonly payload: AppPayloads[name]
  readonly signal: AbortSignal
  /** Of an RPC_REQUEST: it needs no approval, and outlives what aborts the others. */
  readonly isSafe?: boolean | undefined
  /** See `CallOptions`. */
  readonly limit?: number | undefined
}

export type CallsOptions = {
  readonly env: Env
  readonly isReady: () => boolean
  readonly whenReady: FrameLink['whenReady']
  readonly post: FrameLink['post']
  readonly watch: FrameLink['watch']
  readonly onTimeout: (reason: FrameTimeout) => void
}

/** What was asked of the frame and has no answer yet. */
export type Calls = {
  ask(call: Call): Promise<unknown>
  /** The first reply to an id counts; one to no id that waits does nothing. [S4.39] */
  settle(reply: FrameReply): void
  /** Sends what has no answer once more, as it was: the frame has not seen it. */
  resend(): void
  /** Rejects the requests that need approval, and tells the frame; `isAll`: other messages too. [S4.37] [S8.32] [S8.33] */
  abort(options?: { readonly isAll: boolean }): void
  rejectAll(error: unknown): void
}

type Waiting = {
  readonly call: Call
  readonly message: object
  isSent: boolean
  cancelLimit?: (() => void) | undefined
  stopWatch?: (() => void) | undefined
  /** Why nobody waits for it any more; the frame still says what became of it. */
  left?: unknown
  readonly end: () => void
  readonly resolve: (payload: unknown) => void
  readonly reject: (error: unknown) => void
}

/** The five of a login: when these have no answer in time, the frame counts as dead. [S9.16] */
const loginMessages: readonly MessageName[] = [
  'CONNECT_EMAIL',
  'CONNECT_DEVICE',
  'CONNECT_OTP',
  'CONNECT_SOCIAL',
  'GET_SOCIAL_REDIRECT_URI',
]
/** Those that wait for the frame without a limit to its coming; only to their own answer. */
const untimedMessages: readonly MessageName[] = ['SYNC_DAPP_DATA', 'SYNC_THEME', 'SET_PREFERRED_ACCOUNT']

export function createCalls({ env, isReady, whenReady, post, watch, onTimeout }: CallsOptions): Calls {
  const waiting = new Map<string, Waiting>()

  const createId = (): string => Array.from(env.random(16), (byte) => byte.toString(16).padStart(2, '0')).join('')
  const take = (id: string): Waiting | undefined => {
    const found = waiting.get(id)
    waiting.delete(id)
    found?.end()
    return found
  }
  const tellAborted = (requestId: string, { call, isSent }: Waiting): void => {
    const isTold = call.name === 'RPC_REQUEST' || call.limit !== undefined
    if (isTold && isSent && isReady()) post({ type: `${appPrefix}RPC_ABORT`, id: createId(), payload: { requestId } })
  }
  const canSettle = ({ call, isSent }: Waiting, reason: unknown): boolean => {
    const isLeft = isLatchkeyError(reason) && reason.code === 'REQUEST_ABORTED'
    return isLeft && isSent && call.name === 'RPC_REQUEST' && !call.isSafe && isReady()
  }
  /** Has the frame drop a request, and gives it a moment to say whether it was in time. */
  const leave = (id: string, item: Waiting): void => {
    tellAborted(id, item)
    item.left = item.call.signal.reason
    item.cancelLimit?.()
    item.cancelLimit = env.setTimeout(() => take(id)?.reject(item.left), frameTimeouts.leaving)
  }
  const abort: Calls['abort'] = ({ isAll } = { isAll: false }) => {
    for (const [id, item] of [...waiting]) {
      if (item.left !== undefined) continue
      const { name, isSafe } = item.call
      const isRequest = name === 'RPC_REQUEST'
      if (isRequest ? isSafe : !isAll || name === 'GET_FARCASTER_URI') continue
      take(id)
      tellAborted(id, item)
      item.reject(new RequestAbortedError({ isRequest }))
    }
  }
  const fail = (reason: FrameTimeout): void => {
    abort({ isAll: true })
    onTimeout(reason)
  }
  const send = (id: string): void => {
    const item = waiting.get(id)
    if (!item) return
    try {
      post(item.message)
      item.isSent = true
      item.stopWatch ??= watch()
      // the map is in the order in which they were sent
      waiting.delete(id)
      waiting.set(id, item)
      item.cancelLimit ??= env.setTimeout(() => expire(id), toTimeout(item.call))
    } catch (cause) {
      take(id)?.reject(cause)
    }
  }
  const expire = (id: string): void => {
    const item = take(id)
    if (!item) return
    tellAborted(id, item)
    item.reject(new FrameRequestTimedOutError({ details: item.call.name }))
    if (loginMessages.includes(item.call.name) && item.call.limit === undefined) fail('iframe_request_timeout')
  }
  return {
    abort,
    ask: (call) =>
      new Promise((resolve, reject) => {
        call.signal.throwIfAborted()
        const id = createId()
        const { name, payload, signal } = call
        const onAbort = (): void => {
          if (canSettle(item, signal.reason)) leave(id, item)
          else {
            if (take(id)) tellAborted(id, item)
            reject(signal.reason)
          }
        }
        const item: Waiting = {
          call,
          message: { type: `${appPrefix}${name}`, ...(payload !== undefined && { payload }), id },
          isSent: false,
          resolve,
          reject,
          end() {
            signal.removeEventListener('abort', onAbort)
            item.cancelLimit?.()
            item.stopWatch?.()
          },
        }
        waiting.set(id, item)
        signal.addEventListener('abort', onAbort, { once: true })
        const isPatient = untimedMessages.includes(name)
        if (isPatient) item.cancelLimit = env.setTimeout(() => expire(id), frameTimeouts.request)
        whenReady({ isTimed: !isPatient }).then(
          () => send(id),
          (cause: unknown) => void take(id)?.reject(cause),
        )
      }),
    settle(reply) {
      const item = waiting.get(reply.id)
      // an answer to something else is none
      if (!item?.isSent || item.call.name !== reply.name) return
      take(reply.id)
      if (reply.kind === 'success') return item.resolve(reply.payload)
      const fault = toFrameError(reply.name, reply.fault)
      const isDropped = item.left !== undefined && 'rpcCode' in fault && fault.rpcCode === 4001
      item.reject(isDropped ? new RequestAbortedError({ cause: item.left, isUnsent: true }) : (item.left ?? fault))
      if (fault.code === 'UNVERIFIED_DOMAIN') fail('unverified_domain')
    },
    resend() {
      for (const [id, { isSent }] of [...waiting]) if (isSent) send(id)
    },
    rejectAll(error) {
      for (const id of [...waiting.keys()]) take(id)?.reject(error)
    },
  }
}

/** Milliseconds from when it was sent. */
function toTimeout({ name, isSafe, limit }: Call): number {
  if (limit !== undefined) return limit
  return name === 'RPC_REQUEST' && !isSafe ? frameTimeouts.approval : frameTimeouts.request
}
