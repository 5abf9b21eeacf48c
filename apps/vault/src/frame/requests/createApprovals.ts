import type { CustodyParams, TransferHold } from '../../protocol/custody.js'
import type { NoticeList } from '../../protocol/notice.js'
import type { PasskeyOptions } from '../../protocol/passkey.js'
import type { SimulatedEffects, SimulatedMove, Simulation } from '../../protocol/simulation.js'
import { FrameRequestError, VaultError } from '../errors.js'
import { createOpenOperations } from '../smart/sendOperation.js'
import type { ApprovalNotice } from './approvalPrompt.js'
import { withFactor } from './factorPrompt.js'
import { type Conclude, finishRequest } from './finishRequest.js'
import type { RequestsOptions, WalletRequest } from './requests.js'
import { type StartedRequest, startAgain, startRequest } from './startRequest.js'

export type Approvals = {
  add(request: WalletRequest): Promise<unknown>
  abort(id?: string): void
}

type SignatureProof = Pick<CustodyParams<'request.sign'>, 'proof' | 'passkey'>

/** More than any legitimate page sends. */
const maxWaiting = 20
/** Milliseconds for which a simulation counts: after that it is repeated on approval. */
const freshTime = 30_000
/** Milliseconds after which an open notice closes. */
const noticeTime = 120_000
/** EIP-1474: the transaction was rejected. */
const rejected = -32003
/** EIP-1474: a limit was exceeded. */
const tooMany = -32005

/** Asks the user for one approval at a time; others queue. */
export function createApprovals(options: RequestsOptions): Approvals {
  const waiting = new Map<string, AbortController>()
  /** Ids of requests that the vault is executing. They can't be withdrawn: the app would assume that nothing happened. */
  const inProgress = new Set<string>()
  let last: Promise<unknown> = Promise.resolve()
  const operations = createOpenOperations(options)
  /** Until when the vault refuses requests, by its clock. Client libraries repeat them; the user sees the message once. */
  let pausedUntil = 0
  /** Cleans up after the previous request. */
  let clear = (): void => undefined

  async function run(request: WalletRequest): Promise<Conclude> {
    const { signal } = request
    signal.throwIfAborted()
    clear()
    const over = new AbortController()
    clear = () => over.abort()
    try {
      return await askAndSign(request, over.signal)
    } finally {
      // the page around the frame hides it meanwhile
      setTimeout(clear, 1_000)
    }
  }

  async function askAndSign(request: WalletRequest, over: AbortSignal): Promise<Conclude> {
    const { session, callNode, accounts, wait } = options
    const { signal } = request
    const paused = Math.ceil((pausedUntil - options.now()) / 1_000)
    if (paused > 0)
      throw new FrameRequestError(`Please try again after ${paused} seconds`, { code: tooMany, retryAfter: paused })
    const shownUntil = AbortSignal.any([signal, over])
    const start = (): Promise<StartedRequest> =>
      startRequest(request, { session, callNode, accounts, operations, wait })
    const started = await explained(request, () => withUnlock(start, shownUntil))
    const { hold } = started
    if (hold?.isBegun) throw await toHeld(hold, request)
    const { id, digest, expiresAt, isPermitted, ceremony } = await agree(request, started, over)
    const callSign = async (given: SignatureProof): Promise<{ readonly result: unknown }> => {
      // the vault itself grants or revokes it
      if (started.summary.kind === 'permission') inProgress.add(request.id)
      try {
        return await session.call('request.sign', { id, digest, ...given }, { signal })
      } finally {
        inProgress.delete(request.id)
      }
    }
    const sign = (given: SignatureProof = {}): Promise<{ readonly result: unknown }> =>
      withUnlock(() => callSign(given), shownUntil)
    const { askFactor, askPasskey } = options.prompt
    const signWithFactor = (): Promise<{ readonly result: unknown }> =>
      untilExpired(expiresAt, shownUntil, (until) =>
        withFactor({
          ask: askFactor,
          session,
          use: { method: 'request.sign', digest },
          signal: until,
          send: (proof) => sign({ ...(proof && { proof }) }),
        }),
      )
    const signByPasskey = (asked: PasskeyOptions): Promise<{ readonly result: unknown }> =>
      untilExpired(expiresAt, shownUntil, (until) =>
        askPasskey({ options: asked, send: (passkey) => sign({ passkey }), signal: until }),
      )
    // a permitted request has no screen to ask on
    const signed = explained(request, () => {
      if (isPermitted) return sign()
      // a request that starts a hold isn't signed yet
      return ceremony && !hold ? signByPasskey(ceremony) : signWithFactor()
    })
    const { result } = await signed.catch(async (cause: unknown) => {
      // the user has none of the factors, or no time
      if (cause instanceof FrameRequestError) forget(id)
      throw hold && isVaultError(cause, 'HELD') ? await toHeld(hold, request) : cause
    })
    // it may be sent from here on: an app that withdrew it now would assume that nothing was sent
    waiting.delete(request.id)
    return finishRequest(request, { result, callNode, accounts, operations, wait })
  }

  /** Asks the user, and again if the effects have changed meanwhile. Resolves with the approved request. */
  async function agree(request: WalletRequest, first: StartedRequest, over: AbortSignal): Promise<StartedRequest> {
    const { prompt, session, now } = options
    const { signal, network } = request
    let [shown, isChanged] = [first, false]
    for (;;) {
      const { id, digest, expiresAt, summary, tokens, simulation, hold, news, isPermitted = false } = shown
      const consent = shown.needsConsent && { id, digest }
      const shownAt = now()
      const seen = { summary, network, tokens, simulation, hold, news, consent, isChanged, expiresAt }
      try {
        const shownUntil = AbortSignal.any([signal, over])
        const confirm = (until: AbortSignal): Promise<boolean> => prompt.confirm({ ...seen, signal: until })
        const isApproved = isPermitted || (await untilExpired(expiresAt, shownUntil, confirm))
        // they were on the screen that was just closed
        if (news) dismiss(news)
        if (!isApproved) throw new FrameRequestError('User rejected the request.', { code: 4001 })
        signal.throwIfAborted()
      } catch (cause) {
        forget(id)
        throw cause
      }
      if (simulation?.status !== 'done' || now() - shownAt < freshTime) return shown
      const start = (): Promise<StartedRequest> => startAgain(request, shown, { session })
      const again = await explained(request, () => withUnlock(start, AbortSignal.any([signal, over])))
      // the consent of the vault's own window is for the request that was shown there
      if (isNoWorse(simulation, again.simulation)) return consent ? shown : again
      ;[shown, isChanged] = [again, true]
    }
  }

  /** Asks the user until the request can no longer be signed. */
  async function untilExpired<value>(
    expiresAt: number,
    shownUntil: AbortSignal,
    ask: (until: AbortSignal) => Promise<value>,
  ): Promise<value> {
    const expired = new AbortController()
    const expire = (): void => expired.abort(new FrameRequestError('The request expired.', { code: 4001 }))
    const timer = setTimeout(expire, Math.max(0, expiresAt - options.now()))
    try {
      return await ask(AbortSignal.any([shownUntil, expired.signal]))
    } finally {
      clearTimeout(timer)
    }
  }

  /** The vault drops it in the end anyway, so nothing waits for its reply. */
  function forget(id: string): void {
    const signal = AbortSignal.timeout(10_000)
    void options.session.call('request.reject', { id }, { signal }).catch(() => undefined)
  }

  /** Shows the user why they aren't asked, if the vault gives a reason. */
  async function explained<value>(request: WalletRequest, work: () => Promise<value>): Promise<value> {
    try {
      return await work()
    } catch (cause) {
      if (isRefusal(cause)) await showNotice(request, { kind: 'refused', code: cause.code, message: cause.message })
      if (isVaultError(cause, 'SELF_CUSTODY_NEEDED'))
        await showNotice(request, { kind: 'selfCustody', message: cause.message })
      if (isVaultError(cause, 'TOO_MANY')) await pause(request, cause.retryAfter ?? 1)
      throw cause
    }
  }

  /** Shows the user how long to wait, and refuses requests until then. */
  async function pause(request: WalletRequest, retryAfter: number): Promise<void> {
    pausedUntil = options.now() + retryAfter * 1_000
    await showNotice(request, { kind: 'tooMany', retryAfter })
  }

  async function toHeld(hold: TransferHold, request: WalletRequest): Promise<FrameRequestError> {
    const retryAfter = Math.max(1, Math.ceil((hold.until - options.now()) / 1_000))
    const how = await showNotice(request, { kind: 'held', hold })
    if (how !== 'cancel')
      return new FrameRequestError('This transfer is on hold. Nothing was sent.', {
        code: rejected,
        reason: 'HELD',
        retryAfter,
      })
    await options.session.call('hold.cancel', {}, { signal: request.signal })
    return new FrameRequestError('User canceled the transfer that was on hold.', { code: 4001 })
  }

  function showNotice({ signal }: WalletRequest, notice: ApprovalNotice): Promise<'closed' | 'cancel'> {
    return options.prompt.notify(notice, { signal: AbortSignal.any([signal, AbortSignal.timeout(noticeTime)]) })
  }

  function dismiss({ notices }: NoticeList): void {
    const ids = notices.map(({ id }) => id)
    const signal = AbortSignal.timeout(10_000)
    void options.session.call('notices.seen', { ids }, { signal }).catch(() => undefined)
  }

  /** Unlocks a sealed wallet first, then retries the request once. */
  async function withUnlock<result>(act: () => Promise<result>, signal: AbortSignal): Promise<result> {
    try {
      return await act()
    } catch (cause) {
      if (!isVaultError(cause, 'LOCKED')) throw cause
      await options.unlock({ signal })
      return act()
    }
  }

  return {
    async add(request) {
      if (waiting.size >= maxWaiting)
        throw new FrameRequestError('Too many requests are waiting for approval.', { code: tooMany })
      const controller = new AbortController()
      waiting.set(request.id, controller)
      const before = last
      const signal = AbortSignal.any([controller.signal, request.signal])
      const mine = before.then(() => run({ ...request, signal }))
      last = mine.catch(() => undefined)
      try {
        const conclude = await untilAborted(mine, signal)
        // the next one is shown meanwhile
        return await untilAborted(conclude(), signal)
      } finally {
        waiting.delete(request.id)
      }
    },
    abort(id) {
      const reason = new FrameRequestError('Request was aborted', { code: 4001 })
      for (const [key, controller] of waiting)
        if ((id === undefined || key === id) && !inProgress.has(key)) controller.abort(reason)
    },
  }
}

function isVaultError(cause: unknown, ...codes: readonly string[]): cause is VaultError {
  return cause instanceof VaultError && codes.includes(cause.code)
}

type Refusal = VaultError & { readonly code: Extract<ApprovalNotice, { kind: 'refused' }>['code'] }

/** Whether the user is shown why they aren't asked. */
function isRefusal(cause: unknown): cause is Refusal {
  return isVaultError(cause, 'REVERTS', 'POLICY', 'SPEND_LIMIT')
}

/** Whether approving the first covers the second: no more is sent or allowed, and nearly as much is received. */
function isNoWorse(first: SimulatedEffects, then: Simulation | undefined): boolean {
  // if this simulation is unavailable, an earlier one was shown
  if (then?.status !== 'done') return then?.status === 'unavailable'
  const covers = (some: readonly SimulatedMove[], more: readonly SimulatedMove[], percent: bigint): boolean =>
    some.every(({ asset, amount }) => {
      const other = more.find((one) => JSON.stringify(one.asset) === JSON.stringify(asset))
      return other !== undefined && BigInt(other.amount) * 100n >= BigInt(amount) * percent
    })
  const isAllowed = then.allows.every(({ spender, asset, amount }) =>
    first.allows.some((one) => one.spender === spender && covers([{ asset, amount }], [one], 100n)),
  )
  const isGiven = then.gives.every((address) => first.gives.includes(address))
  const isListed = first.isPartial === true || then.isPartial !== true
  return (
    covers(then.sends, first.sends, 100n) &&
    covers(first.receives, then.receives, 99n) &&
    isAllowed &&
    isGiven &&
    isListed
  )
}

/** A queued request is rejected as soon as it is withdrawn, not when its turn comes. */
function untilAborted<result>(promise: Promise<result>, signal: AbortSignal): Promise<result> {
  return new Promise((resolve, reject) => {
    const stop = (): void => reject(signal.reason)
    if (signal.aborted) stop()
    signal.addEventListener('abort', stop, { once: true })
    promise.then(resolve, reject).finally(() => signal.removeEventListener('abort', stop))
  })
}
