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
  /** For RPC_REQUEST: needs no approval, and is not aborted with the others. */
  readonly isSafe?: boolean | undefined
  /** See `CallOptions`. */
  readonly timeout?: number | undefined
}

export type CallsOptions = {
  readonly env: Env
  readonly isReady: () => boolean
  readonly whenReady: FrameLink['whenReady']
  readonly post: FrameLink['post']
  readonly watch: FrameLink['watch']
  readonly onTimeout: (reason: FrameTimeout) => void
}

/** Requests to the frame that have no response yet. */
export type Calls = {
  request(call: Call): Promise<unknown>
  /** Resolves the request with this id. Ignores unknown ids and repeated replies. [S4.39] */
  settle(reply: FrameReply): void
  /** Gives pending messages as long as an approval, because the frame asks the user something. Returns false if none is pending. */
  extend(): boolean
  /** Sends pending messages again, unchanged, because the frame never received them. */
  resend(): void
  /** Rejects requests that need approval and notifies the frame. `isAll`: also rejects other messages. [S4.37] [S8.32] [S8.33] */
  abort(options?: { readonly isAll: boolean }): void
  rejectAll(error: unknown): void
}

type Waiting = {
  readonly call: Call
  readonly message: object
  isSent: boolean
  cancelTimeout?: (() => void) | undefined
  stopWatch?: (() => void) | undefined
  /** Why the caller left; the frame still reports the outcome. */
  left?: unknown
  readonly end: () => void
  readonly resolve: (payload: unknown) => void
  readonly reject: (error: unknown) => void
}

/** Login messages: if one times out, the frame counts as dead. [S9.16] */
const loginMessages: readonly MessageName[] = [
  'CONNECT_EMAIL',
  'CONNECT_DEVICE',
  'CONNECT_OTP',
  'CONNECT_PHONE',
  'CONNECT_PHONE_OTP',
  'CONNECT_SOCIAL',
  'CONNECT_TOKEN',
  'CONNECT_GUEST',
  'GET_SOCIAL_REDIRECT_URI',
]
/** Messages that wait for the frame without a load timeout, only for their own response. */
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
  const notifyAborted = (requestId: string, { call, isSent }: Waiting): void => {
    const isNotified = call.name === 'RPC_REQUEST' || call.timeout !== undefined
    if (isNotified && isSent && isReady())
      post({ type: `${appPrefix}RPC_ABORT`, id: createId(), payload: { requestId } })
  }
  const canSettle = ({ call, isSent }: Waiting, reason: unknown): boolean => {
    const isLeft = isLatchkeyError(reason) && reason.code === 'REQUEST_ABORTED'
    return isLeft && isSent && call.name === 'RPC_REQUEST' && !call.isSafe && isReady()
  }
  /** Asks the frame to drop a request, and waits briefly to learn whether it was dropped in time. */
  const abandon = (id: string, item: Waiting): void => {
    notifyAborted(id, item)
    item.left = item.call.signal.reason
    item.cancelTimeout?.()
    item.cancelTimeout = env.setTimeout(() => take(id)?.reject(item.left), frameTimeouts.leaving)
  }
  const abort: Calls['abort'] = ({ isAll } = { isAll: false }) => {
    for (const [id, item] of [...waiting]) {
      if (item.left !== undefined) continue
      const { name, isSafe } = item.call
      const isRequest = name === 'RPC_REQUEST'
      if (isRequest ? isSafe : !isAll || name === 'GET_FARCASTER_URI') continue
      take(id)
      notifyAborted(id, item)
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
      // keeps the map in sending order
      waiting.delete(id)
      waiting.set(id, item)
      item.cancelTimeout ??= env.setTimeout(() => expire(id), toTimeout(item.call))
    } catch (cause) {
      take(id)?.reject(cause)
    }
  }
  const expire = (id: string): void => {
    const item = take(id)
    if (!item) return
    notifyAborted(id, item)
    item.reject(new FrameRequestTimedOutError({ details: item.call.name }))
    if (loginMessages.includes(item.call.name) && item.call.timeout === undefined) fail('iframe_request_timeout')
  }
  return {
    abort,
    request: (call) =>
      new Promise((resolve, reject) => {
        call.signal.throwIfAborted()
        const id = createId()
        const { name, payload, signal } = call
        const onAbort = (): void => {
          if (canSettle(item, signal.reason)) abandon(id, item)
          else {
            if (take(id)) notifyAborted(id, item)
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
            item.cancelTimeout?.()
            item.stopWatch?.()
          },
        }
        waiting.set(id, item)
        signal.addEventListener('abort', onAbort, { once: true })
        const isUntimed = untimedMessages.includes(name)
        if (isUntimed) item.cancelTimeout = env.setTimeout(() => expire(id), frameTimeouts.request)
        whenReady({ isTimed: !isUntimed }).then(
          () => send(id),
          (cause: unknown) => void take(id)?.reject(cause),
        )
      }),
    settle(reply) {
      const item = waiting.get(reply.id)
      // ignores a reply to another message
      if (!item?.isSent || item.call.name !== reply.name) return
      take(reply.id)
      if (reply.kind === 'success') return item.resolve(reply.payload)
      const error = toFrameError(reply.name, reply.fault)
      const isDropped = item.left !== undefined && 'rpcCode' in error && error.rpcCode === 4001
      item.reject(isDropped ? new RequestAbortedError({ cause: item.left, isUnsent: true }) : (item.left ?? error))
      if (error.code === 'UNVERIFIED_DOMAIN') fail('unverified_domain')
    },
    extend() {
      const open = [...waiting].filter(([, { call, isSent, left }]) => isSent && left === undefined && !call.isSafe)
      for (const [id, item] of open) {
        if (item.call.name === 'RPC_REQUEST') continue
        item.cancelTimeout?.()
        item.cancelTimeout = env.setTimeout(() => expire(id), frameTimeouts.approval)
      }
      return open.length > 0
    },
    resend() {
      for (const [id, { isSent }] of [...waiting]) if (isSent) send(id)
    },
    rejectAll(error) {
      for (const id of [...waiting.keys()]) take(id)?.reject(error)
    },
  }
}

/** Milliseconds, from when the message was sent. */
function toTimeout({ name, isSafe, timeout }: Call): number {
  if (timeout !== undefined) return timeout
  return name === 'RPC_REQUEST' && !isSafe ? frameTimeouts.approval : frameTimeouts.request
}
