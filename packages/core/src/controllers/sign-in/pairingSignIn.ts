import type { SiwxMessageFields, SiwxSession } from '../../contracts/auth.js'
import { internals, type Modal } from '../../modal/modal.js'
import { getCaipNetworkId, getNetworks } from '../../modal/namespaces.js'
import { waitFor } from '../../rpc/wait.js'
import { hideToast, showToast, track } from '../shell/actions.js'
import { requireSiwx } from './sessions.js'
import { toFields, toSignInError } from './signIn.js'
import { type PairingSignInRun, siwxTimeouts } from './state.js'

/** Stands in for the account, which is not known yet; the wallet replaces it. */
const placeholderAddress = `0x${'0'.repeat(40)}`

/**
 * Prepares a sign-in on the configured EVM networks. Undefined if no message can be created, e.g. if the server does
 * not respond.
 */
export async function createPairingSignIn(modal: Modal, signal: AbortSignal): Promise<PairingSignInRun | undefined> {
  const { warn } = modal[internals]
  const state = modal.getState()
  const current = getCaipNetworkId(state, 'eip155')
  const chainIds = getNetworks(state, 'eip155')
    .map(({ caipNetworkId }) => caipNetworkId)
    .toSorted((a, b) => Number(b === current) - Number(a === current))
  const [chainId] = chainIds
  if (!chainId) return undefined

  const create = async (): Promise<SiwxMessageFields> => {
    const siwx = await requireSiwx(modal)
    return toFields(await siwx.createMessage({ accountAddress: placeholderAddress, chainId }))
  }
  const createInTime = (): Promise<SiwxMessageFields> =>
    waitFor(create(), { env: modal.env, signal, timeout: siwxTimeouts.pairing })
  let first: SiwxMessageFields | undefined
  try {
    first = await createInTime()
  } catch (cause) {
    if (!signal.aborted) warn(cause)
    return undefined
  }
  const signed: SiwxSession[] = []
  return {
    request: {
      chainIds,
      async createMessage() {
        const ready = first
        first = undefined
        return ready ?? createInTime()
      },
      onSigned: (sessions) => signed.push(...sessions),
    },
    settle: () => settle(modal, signed),
  }
}

/**
 * Submits the sessions one by one: one accepted session may be enough. They share a nonce, which a server accepts in one
 * request only, so each goes with the others of its account that follow. All share one timeout, since the connection waits for them.
 */
async function settle(modal: Modal, sessions: readonly SiwxSession[]): Promise<void> {
  const { signal, warn } = modal[internals]
  if (sessions.length === 0) return
  showToast(modal, { variant: 'loading', message: { code: 'AUTHENTICATING' } })
  const failures: unknown[] = []
  let accepted = 0
  const deadline = modal.env.now() + siwxTimeouts.verify
  for (const [index, session] of sessions.entries()) {
    const timeout = deadline - modal.env.now()
    if (timeout <= 0) break
    const { accountAddress } = session.data
    const others = sessions.slice(index + 1).filter(({ data }) => data.accountAddress === accountAddress)
    try {
      const siwx = await requireSiwx(modal)
      await waitFor(siwx.addSession(session, others), { env: modal.env, signal, timeout })
      accepted += 1
    } catch (cause) {
      failures.push(cause)
      warn(cause)
    }
  }
  if (signal.aborted) return
  hideToast(modal)
  const [session] = sessions
  if (!session) return
  const properties = { network: session.data.chainId, isSmartAccount: session.cacao?.s.t === 'eip1271' }
  if (accepted > 0) track(modal, 'SIWX_AUTH_SUCCESS', properties)
  else {
    const { code, shortMessage: message } = toSignInError(failures[0])
    track(modal, 'SIWX_AUTH_ERROR', { ...properties, code, message })
  }
}
